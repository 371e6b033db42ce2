//! Reads JFLAP's `.jff` files. States are told apart by id; names and places are kept for people. An empty
//! `<read/>` is ε. Written for files of strangers: bounded in size, no entity of a document type is expanded.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node, ParsingOptions};

use super::nfa::{AutomatonError, MAX_MOVES, MAX_STATES, Move, Nfa, NfaState};
use super::symbol::Symbol;

/// Bytes that are read; published files have a few thousand.
pub const MAX_JFF_BYTES: usize = 4 << 20;

/// Why a text is not a JFLAP automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JffError {
    /// More than is ever read.
    #[error("the file has {0} bytes; at most {MAX_JFF_BYTES} are read")]
    TooLarge(usize),
    /// Not XML; says where.
    #[error("not a JFLAP file: {0}")]
    Xml(String),
    /// A machine of another kind.
    #[error("a JFLAP file of type `{0}`; bug automata are of type `fa`")]
    Kind(String),
    /// Something is missing or contradicts itself.
    #[error("line {line}: {problem}")]
    Wrong {
        /// Where, from 1.
        line: u32,
        /// What.
        problem: String,
    },
    /// The parts are no automaton.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
}

/// Reads an automaton.
pub fn parse_jff(text: &str) -> Result<Nfa, JffError> {
    if text.len() > MAX_JFF_BYTES {
        return Err(JffError::TooLarge(text.len()));
    }
    let text = text.trim_start_matches('\u{feff}');
    let nodes = 16 * (MAX_STATES + MAX_MOVES) as u32;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: nodes, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|e| JffError::Xml(e.to_string()))?;
    let elements = |name: &'static str| document.descendants().filter(move |n| n.has_tag_name(name));
    let kind = elements("type").next().and_then(|n| n.text()).unwrap_or("fa").trim().to_owned();
    if !kind.eq_ignore_ascii_case("fa") {
        return Err(JffError::Kind(kind));
    }
    let wrong = |node: &Node<'_, '_>, problem: String| JffError::Wrong {
        line: document.text_pos_at(node.range().start).row,
        problem,
    };
    let (mut states, mut numbers) = (Vec::new(), BTreeMap::new());
    let (mut initial, mut accepting) = (BTreeSet::new(), BTreeSet::new());
    for node in elements("state") {
        let Some(id) = node.attribute("id").map(str::trim) else {
            return Err(wrong(&node, "a state without an id".into()));
        };
        let number = states.len();
        if numbers.insert(id.to_owned(), number).is_some() {
            return Err(wrong(&node, format!("two states have the id {id}")));
        }
        let inner = |name: &str| node.children().find(|n| n.has_tag_name(name));
        let place = |name: &str| inner(name)?.text()?.trim().parse::<f32>().ok().filter(|v| v.is_finite());
        if inner("initial").is_some() {
            initial.insert(number);
        }
        if inner("final").is_some() {
            accepting.insert(number);
        }
        states.push(NfaState {
            id: id.to_owned(),
            name: node.attribute("name").unwrap_or(id).to_owned(),
            at: place("x").zip(place("y")),
        });
    }
    let mut moves = Vec::new();
    for node in elements("transition") {
        let inner = |name: &str| node.children().find(|n| n.has_tag_name(name));
        let end = |name: &str| inner(name).and_then(|n| n.text()).map(str::trim);
        let state = |name: &str| match end(name) {
            None => Err(wrong(&node, format!("a transition without <{name}>"))),
            Some(id) => match numbers.get(id) {
                Some(number) => Ok(*number),
                None => Err(wrong(&node, format!("a transition names state {id}, and there is none"))),
            },
        };
        let (from, to) = (state("from")?, state("to")?);
        let read = end("read").filter(|read| !read.is_empty()).map(Symbol::of);
        moves.push(Move { from, to, read, by: None });
    }
    Ok(Nfa::new(states, initial, accepting, moves)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jff(body: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?><structure>\n<type>fa</type>\n<automaton>\n{body}\n</automaton></structure>"
        )
    }

    const STATES: &str = "<state id=\"0\" name=\"q\"><initial/></state>\n<state id=\"7\" name=\"q\"><x>3.5</x><y>4</y></state>\n\
                          <state id=\"2\" name=\"crash\"><final/></state>";

    #[test]
    fn states_are_told_apart_by_id_and_an_empty_read_is_epsilon() {
        let text = jff(&format!(
            "{STATES}<transition><from>0</from><to>7</to><read>10</read></transition>\
             <transition><from>7</from><to>2</to><read/></transition>\
             <transition><from>7</from><to>0</to><read> </read></transition>\
             <transition><from>7</from><to>0</to></transition>"
        ));
        let nfa = parse_jff(&text).unwrap();
        assert_eq!(nfa.states().len(), 3);
        assert_eq!(nfa.states()[1].at, Some((3.5, 4.0)));
        let reads: Vec<_> = nfa.moves().iter().map(|m| (m.from, m.to, m.read.clone())).collect();
        assert_eq!(
            reads,
            [(0, 1, Some(Symbol::of("a"))), (1, 2, None), (1, 0, None), (1, 0, None)],
            "10 and a are one symbol"
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |body: &str| parse_jff(&jff(body)).unwrap_err().to_string();
        assert_eq!(message(""), "no state is marked as the initial one");
        assert!(message("<state id=\"0\"><initial/></state>").starts_with("no state is marked as final"));
        assert_eq!(message(&format!("{STATES}\n<state id=\"0\"/>")), "line 7: two states have the id 0",);
        assert_eq!(
            message(&format!("{STATES}\n<transition><from>0</from><to>9</to><read>1</read></transition>")),
            "line 7: a transition names state 9, and there is none",
        );
        assert_eq!(
            message(&format!("{STATES}\n<transition><to>0</to></transition>")),
            "line 7: a transition without <from>"
        );
        assert!(message("<state name=\"x\"/>").contains("without an id"));
        assert!(
            parse_jff("<structure><type>turing</type></structure>")
                .unwrap_err()
                .to_string()
                .contains("turing")
        );
        assert!(parse_jff("nonsense").unwrap_err().to_string().starts_with("not a JFLAP file"));
    }

    #[test]
    fn a_document_type_is_refused_and_a_byte_order_mark_is_not() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\">]><structure>&b;</structure>";
        assert!(parse_jff(bomb).is_err());
        let text = jff(STATES);
        assert!(parse_jff(&format!("\u{feff}{text}")).is_ok());
    }
}
