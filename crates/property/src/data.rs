//! The data as it should be: the paper's abstract model D (section 2.3), a set of objects for each data type,
//! kept beside the app and changed by the functions that are done (Table 1's update rules).

use std::collections::BTreeMap;

use skink_trace::DataObject;

/// Field, whether it must be equal or differ, and with what.
pub type Filter = (String, bool, String);

/// The objects of each data type, in the order they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    types: BTreeMap<String, Vec<DataObject>>,
}

impl Data {
    /// The objects of a type.
    pub fn objects(&self, data: &str) -> &[DataObject] {
        self.types.get(data).map_or(&[], Vec::as_slice)
    }

    /// Those for which every filter holds.
    pub fn matching<'a>(&'a self, data: &str, filters: &'a [Filter]) -> impl Iterator<Item = &'a DataObject> {
        self.objects(data).iter().filter(move |object| holds(object, filters))
    }

    /// How many there are.
    pub fn count(&self, data: &str, filters: &[Filter]) -> usize {
        self.matching(data, filters).count()
    }

    /// D ∪ {d}: an object that is there already is not there twice.
    pub fn add(&mut self, data: &str, object: DataObject) {
        let objects = self.types.entry(data.to_owned()).or_default();
        if !objects.contains(&object) {
            objects.push(object);
        }
    }

    /// D \ {d}: removing what is not there changes nothing.
    pub fn remove(&mut self, data: &str, filters: &[Filter]) {
        if let Some(objects) = self.types.get_mut(data) {
            objects.retain(|object| !holds(object, filters));
        }
    }

    /// D \ {d} ∪ {d'}: what matches gets the new fields; where nothing does, an object of them is added.
    pub fn replace(&mut self, data: &str, filters: &[Filter], fields: &DataObject) {
        let objects = self.types.entry(data.to_owned()).or_default();
        let before = std::mem::take(objects);
        let mut met = false;
        let mut put = |object: DataObject| {
            if !objects.contains(&object) {
                objects.push(object);
            }
        };
        for mut object in before {
            if holds(&object, filters) {
                met = true;
                object.extend(fields.clone());
            }
            put(object);
        }
        if !met {
            put(fields.clone());
        }
    }

    /// The texts of all objects, each once.
    pub(crate) fn texts(&self) -> Vec<String> {
        let objects = self.types.values().flatten();
        let mut texts: Vec<String> =
            objects.flat_map(|object| object.values()).filter(|text| !text.is_empty()).cloned().collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// All of it, for evidence.
    pub fn all(&self) -> &BTreeMap<String, Vec<DataObject>> {
        &self.types
    }
}

fn holds(object: &DataObject, filters: &[Filter]) -> bool {
    filters.iter().all(|(field, equal, text)| {
        let is = object.get(field).map_or("", String::as_str);
        (is == text) == *equal
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> DataObject {
        [("name".to_owned(), name.to_owned())].into()
    }

    fn is(name: &str) -> Vec<Filter> {
        vec![("name".to_owned(), true, name.to_owned())]
    }

    #[test]
    fn removing_what_is_not_there_changes_nothing() {
        let mut data = Data::default();
        data.add("folder", named("old-name"));
        let before = data.clone();
        data.remove("folder", &is("other"));
        data.remove("file", &is("old-name"));
        assert_eq!(data, before);
    }

    #[test]
    fn figure_two_create_search_rename() {
        // ∅, {old-name}, {old-name}, {new-name}
        let mut data = Data::default();
        data.add("folder", named("old-name"));
        assert_eq!(data.objects("folder"), [named("old-name")]);
        data.replace("folder", &is("old-name"), &named("new-name"));
        assert_eq!(data.objects("folder"), [named("new-name")]);
        // An update of an object that is not in D only adds.
        data.replace("folder", &is("unknown"), &named("third"));
        assert_eq!(data.objects("folder"), [named("new-name"), named("third")]);
    }
}
