//! Tests the store of lists: it equals a list of lists.

use rulebook_cgml::code::Value;
use rulebook_cgml::run::list_store::{Items, Lists};

fn all(lists: &Lists) -> Vec<(Vec<Value>, u32)> {
    lists.iter().map(|list| (list.values.to_vec(), list.hidden_from)).collect()
}

/// Compares random operations with the same operations on a plain list of lists.
#[test]
fn lists_equal_a_plain_list_of_lists() {
    let (mut lists, mut plain) = (Lists::empty(3), vec![(Vec::new(), 0); 3]);
    let mut seed = 7_u32;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % n
    };
    for step in 0..5_000 {
        let i = below(plain.len());
        let len = plain[i].0.len();
        match below(11) {
            0 => {
                let values: Vec<Value> = (0..below(9)).map(|n| n as Value).collect();
                lists.set(i, &values, step);
                plain[i] = (values, step);
            }
            1 | 2 => {
                lists.extend(i, &[3, 4]);
                plain[i].0.extend([3, 4]);
            }
            3 => assert_eq!(lists.pop(i), plain[i].0.pop()),
            4 => {
                let at = below(len + 1);
                lists.insert(i, at, 9);
                plain[i].0.insert(at, 9);
            }
            5 if len > 0 => {
                let at = below(len);
                lists.remove(i, at);
                plain[i].0.remove(at);
            }
            6 => {
                lists.retain(i, |value| value % 2 == 1);
                plain[i].0.retain(|value| value % 2 == 1);
            }
            7 if plain.len() < 12 => {
                lists.add();
                plain.push((Vec::new(), 0));
            }
            8 if plain.len() < 12 => {
                lists.repeat(0..2);
                plain.extend_from_within(0..2);
            }
            9 if plain.len() > 3 => {
                lists.truncate(3);
                plain.truncate(3);
            }
            _ => {
                lists.hide(i, 5);
                plain[i].1 = 5;
            }
        }
        assert_eq!(all(&lists), plain);
    }
    let mut copy = Lists::empty(1);
    copy.clone_from(&lists);
    assert_eq!((&copy, all(&lists.first(2))), (&lists.clone(), plain[..2].to_vec()));
}

#[test]
fn lists_are_saved_as_lists_of_lists() {
    let lists: Lists =
        [Items { values: &[1, 2], hidden_from: 0 }, Items { values: &[], hidden_from: 3 }].into_iter().collect();
    let text = serde_json::to_string(&lists).expect("it can be written");
    assert_eq!(text, r#"[{"values":[1,2],"hidden_from":0},{"values":[],"hidden_from":3}]"#);
    assert_eq!(serde_json::from_str::<Lists>(&text).expect("it can be read"), lists);
}
