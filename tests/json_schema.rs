//! As much of JSON Schema (draft 7) as the schemas here use. A keyword it does not know is a problem too, so that
//! nothing is passed over in silence.

use serde_json::{Map, Value};

/// What is wrong with the value, each with its place; empty where it is valid.
pub(crate) fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Check { root: schema, found: &mut found }.check(schema, value, "$");
    found
}

struct Check<'a> {
    root: &'a Value,
    found: &'a mut Vec<String>,
}

impl Check<'_> {
    fn say(&mut self, place: &str, problem: String) {
        self.found.push(format!("{place}: {problem}"));
    }

    fn check(&mut self, schema: &Value, value: &Value, place: &str) {
        let Some(schema) = schema.as_object() else { return };
        for (keyword, says) in schema {
            match keyword.as_str() {
                "$schema" | "$id" | "title" | "description" | "default" | "definitions" => {}
                "$ref" => self.follow(says, value, place),
                "type" if !is_of_type(says.as_str().unwrap(), value) => {
                    self.say(place, format!("is no {says}: {value}"));
                }
                "enum" if !says.as_array().unwrap().contains(value) => {
                    self.say(place, format!("{value} is none of {says}"));
                }
                "minimum" if value.as_f64() < says.as_f64() => self.say(place, format!("{value} < {says}")),
                "maximum" if value.as_f64() > says.as_f64() => self.say(place, format!("{value} > {says}")),
                "type" | "enum" | "minimum" | "maximum" => {}
                "anyOf" => self.alternatives(says, value, place, 1..=usize::MAX),
                "oneOf" => self.alternatives(says, value, place, 1..=1),
                "minItems" | "uniqueItems" | "items" => self.list(keyword, says, value, place),
                "required" | "properties" => self.object(keyword, says, value, place),
                "additionalProperties" => self.others(schema, says, value, place),
                "format" => self.format(says.as_str().unwrap(), value, place),
                other => self.say(place, format!("the keyword {other} is not understood")),
            }
        }
    }

    fn follow(&mut self, reference: &Value, value: &Value, place: &str) {
        let pointer =
            reference.as_str().and_then(|r| r.strip_prefix('#')).expect("a reference into the schema");
        let root = self.root;
        let target = root.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in the schema"));
        self.check(target, value, place);
    }

    fn alternatives(
        &mut self,
        all: &Value,
        value: &Value,
        place: &str,
        fitting: std::ops::RangeInclusive<usize>,
    ) {
        let mut why = Vec::new();
        let mut fit = 0;
        for one in all.as_array().unwrap() {
            let mut found = Vec::new();
            Check { root: self.root, found: &mut found }.check(one, value, place);
            if found.is_empty() {
                fit += 1;
            } else {
                why.extend(found);
            }
        }
        if !fitting.contains(&fit) {
            self.say(place, format!("fits {fit} of the alternatives: {why:?}"));
        }
    }

    fn list(&mut self, keyword: &str, says: &Value, value: &Value, place: &str) {
        let Some(items) = value.as_array() else { return };
        match keyword {
            "minItems" if (items.len() as u64) < says.as_u64().unwrap() => {
                self.say(place, format!("has {} items, {says} are needed", items.len()));
            }
            "uniqueItems" if says == true && (1..items.len()).any(|at| items[..at].contains(&items[at])) => {
                self.say(place, "an item is there twice".to_owned());
            }
            "items" => {
                for (at, item) in items.iter().enumerate() {
                    self.check(says, item, &format!("{place}[{at}]"));
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, keyword: &str, says: &Value, value: &Value, place: &str) {
        let Some(fields) = value.as_object() else { return };
        if keyword == "required" {
            for name in says.as_array().unwrap().iter().filter_map(Value::as_str) {
                if !fields.contains_key(name) {
                    self.say(place, format!("{name} is missing"));
                }
            }
            return;
        }
        for (name, schema) in says.as_object().unwrap() {
            if let Some(field) = fields.get(name) {
                self.check(schema, field, &format!("{place}.{name}"));
            }
        }
    }

    fn others(&mut self, schema: &Map<String, Value>, says: &Value, value: &Value, place: &str) {
        let Some(fields) = value.as_object() else { return };
        let known = |name: &str| schema.get("properties").is_some_and(|all| all.get(name).is_some());
        for (name, field) in fields.iter().filter(|(name, _)| !known(name)) {
            match says {
                Value::Bool(true) => {}
                Value::Bool(false) => self.say(place, format!("{name} is no field")),
                schema => self.check(schema, field, &format!("{place}.{name}")),
            }
        }
    }

    fn format(&mut self, format: &str, value: &Value, place: &str) {
        let Some(text) = value.as_str() else { return };
        // RFC 3986: letters, digits, marks and percent-encoded bytes.
        let legal = text.chars().all(|c| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c));
        let encoded = text.split('%').skip(1).all(|rest| {
            rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        });
        let first = text.split('/').next().unwrap_or_default();
        match format {
            "uri-reference" | "uri" if !(legal && encoded) => {
                self.say(place, format!("{text:?} is no {format}"))
            }
            "uri" if !first.contains(':') => self.say(place, format!("{text:?} has no scheme")),
            "uri-reference" | "uri" => {}
            other => self.say(place, format!("the format {other} is not understood")),
        }
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not understood"),
    }
}

#[test]
fn what_a_schema_forbids_is_noticed() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {
            "a": { "$ref": "#/definitions/small" },
            "b": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "enum": ["x", "y"] } },
            "c": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
            "d": { "type": "string", "format": "uri-reference" },
            "e": { "type": "string", "pattern": "^x$" },
        },
        "definitions": { "small": { "type": "integer", "minimum": 0, "maximum": 9 } },
    });
    let valid = serde_json::json!({ "a": 3, "b": ["x", "y"], "c": "", "d": "a/b%20c" });
    assert_eq!(problems(&schema, &valid), Vec::<String>::new());
    for wrong in [
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!({ "a": -1 }),
        serde_json::json!({ "a": 10 }),
        serde_json::json!({ "a": 1.5 }),
        serde_json::json!({ "a": 1, "b": [] }),
        serde_json::json!({ "a": 1, "b": ["x", "x"] }),
        serde_json::json!({ "a": 1, "b": ["z"] }),
        serde_json::json!({ "a": 1, "c": null }),
        serde_json::json!({ "a": 1, "d": "a b" }),
        serde_json::json!({ "a": 1, "d": "a%2" }),
        serde_json::json!({ "a": 1, "e": "x" }),
        serde_json::json!({ "a": 1, "f": 1 }),
    ] {
        assert_ne!(problems(&schema, &wrong), Vec::<String>::new(), "{wrong}");
    }
}
