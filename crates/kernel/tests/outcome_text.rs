//! The readable form of an outcome.

use rulebook_kernel::Outcome;

fn read(text: &str) -> Result<Outcome, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn lists_are_as_long_as_there_are_seats() {
    let outcome = Outcome::highest(&[3, 9], "points").in_teams(&[0, 1]);
    let text = serde_json::to_string(&outcome).unwrap();
    let wanted = r#"{"seats":2,"places":[2,1],"teams":[0,1],"scores":[3,9],"reason":"points","fault":false}"#;
    assert_eq!(text, wanted);
    assert_eq!(read(&text).unwrap(), outcome);
}

#[test]
fn longer_lists_of_old_logs_are_read() {
    let old = r#"{"seats":2,"places":[2,1,0,0],"teams":[0,1,2,3],"scores":null,"reason":"x","fault":true}"#;
    let outcome = read(old).unwrap();
    assert_eq!((outcome.places(), outcome.is_fault()), (&[2, 1][..], true));
}

#[test]
fn inconsistent_outcomes_are_refused() {
    for (seats, places, teams) in
        [(0, "[]", "[]"), (17, "[1]", "[1]"), (2, "[1]", "[0,1]"), (2, "[1,0]", "[0,1]"), (2, "[1,2]", "[0]")]
    {
        let text =
            format!(r#"{{"seats":{seats},"places":{places},"teams":{teams},"scores":null,"reason":"","fault":false}}"#);
        assert!(read(&text).is_err(), "{text}");
    }
    let short = r#"{"seats":2,"places":[2,1],"teams":[0,1],"scores":[1],"reason":"x","fault":false}"#;
    assert!(read(short).is_err());
}
