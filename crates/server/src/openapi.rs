//! Generates the OpenAPI description of the HTTP API from the message types.

use crate::typescript::schema;
use serde_json::{Value, json};

/// The response of `/openapi.json`.
#[must_use]
pub fn openapi() -> Value {
    let id = json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}});
    let of = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let answer =
        |told: &str, shape: Value| json!({"description": told, "content": {"application/json": {"schema": shape}}});
    let plain = |told: &str| json!({"description": told, "content": {"text/plain": {"schema": {"type": "string"}}}});
    let refused = |told: &str| {
        let shapes =
            json!({"application/json": {"schema": of("Refusal")}, "text/plain": {"schema": {"type": "string"}}});
        json!({"description": told, "content": shapes})
    };
    let body = |name: &str, example: Value| {
        let mut shape = json!({"schema": of(name)});
        if !example.is_null() {
            shape["example"] = example;
        }
        json!({"required": true, "content": {"application/json": shape}})
    };
    let new_table = body("NewTable", json!({"game": "tic-tac-toe", "terms": {"private": true}}));
    let sit_down = body("SitDown", json!({"seat": 0, "name": "Ann"}));
    let no_such = || refused("not found");
    let bad = || refused("the request is not valid");
    let busy = || refused("the store does not respond; try again");
    let not_theirs = || refused("This link is not valid here.");
    let required = ["meta", "options", "source", "semantics", "dealt", "rules", "layouts"];
    let game = json!({"type": "object", "required": required});
    let kept = json!({"type": "object", "required": ["game", "source", "files"]});
    let source = json!({"name": "source", "in": "path", "required": true, "schema": {"type": "string"},
        "description": "the digest of the rules, in hexadecimal"});
    let after = json!({"name": "after", "in": "query", "schema": {"type": "string"},
        "description": "the id of a table; the list continues after this table"});
    let mut listed = answer("public tables, the newest first", json!({"type": "array", "items": of("TableRow")}));
    listed["headers"] =
        json!({"link": {"schema": {"type": "string"}, "description": "the next page, if there is one"}});
    let eyes = json!({"name": "as", "in": "query", "schema": {"type": "string"},
        "description": "the view: spectator, god, or the number of a seat from zero"});
    let from = json!({"name": "from", "in": "query", "schema": {"type": "integer", "minimum": 0, "format": "int64"},
        "description": "the first entry; zero is the deal"});
    let log = json!({"required": true, "content": {"text/plain": {"schema": {"type": "string"}}},
        "description": "the log of a match that is over"});
    let mut paths = json!({
        "/games": {"get": {"responses": {
            "200": answer("the games", json!({"type": "array", "items": {"type": "object"}})),
        }}},
        "/games/{id}": {"parameters": [id], "get": {"responses": {
            "200": answer("a game: its rules for people, options and layouts", game.clone()), "400": bad(), "404": no_such(),
        }}},
        "/active-games": {
            "get": {"parameters": [after], "responses": {
                "200": listed, "400": bad(), "503": busy(),
            }},
            "post": {"requestBody": new_table, "responses": {
                "201": answer("a table was opened", of("TableOpened")), "400": bad(), "404": no_such(),
                "409": refused("the game does not allow such a table"), "413": refused("too large"),
                "415": refused("not JSON"), "429": refused("too many tables were opened from this address"), "503": busy(),
            }},
        },
        "/active-games/{id}": {"parameters": [id], "get": {"security": [{}, {"token": []}], "responses": {
            "200": answer("the public status", of("Status")), "400": bad(), "403": not_theirs(), "404": no_such(),
            "409": refused("the match cannot be loaded"), "503": busy(),
        }}},
        "/active-games/{id}/seats": {"parameters": [id], "post": {"requestBody": sit_down, "responses": {
            "201": answer("sat down", of("SatDown")), "400": bad(), "403": refused("an invitation is needed"),
            "404": no_such(), "409": refused("the seat is not available"), "413": refused("too large"),
            "415": refused("not JSON"), "503": busy(),
        }}},
        "/active-games/{id}/log": {"parameters": [id], "get": {"security": [{}, {"token": []}], "responses": {
            "200": {"description": "the log, or what the bearer saw of it",
                "content": {"application/jsonl": {"schema": {"type": "string"}}}},
            "400": bad(), "403": not_theirs(), "404": no_such(),
            "409": refused("the match has not started, or spectators are not allowed"), "503": busy(),
        }}},
        "/games/{id}/scene": {"parameters": [id], "get": {"responses": {
            "200": answer("the scene at the start of a match", of("Scene")), "400": bad(), "404": no_such(), "503": busy(),
        }}},
        "/games/{id}/art/{path}": {"parameters": [id, {"name": "path", "in": "path", "required": true,
            "schema": {"type": "string"}}], "get": {"responses": {
            "200": {"description": "a picture of a card", "content": {"image/png": {}, "image/jpeg": {}, "image/webp": {}}},
            "400": bad(), "404": no_such(), "503": busy(),
        }}},
        "/active-games/{id}/hint": {"parameters": [id], "post": {"security": [{"token": []}], "responses": {
            "200": answer("the move that a bot would choose", json!({"type": "object", "required": ["text"]})), "400": bad(),
            "403": refused("Only players can ask for hints."), "404": no_such(), "409": refused("not asked"), "503": busy(),
        }}},
        "/active-games/{id}/why": {"parameters": [id], "post": {
            "security": [{"token": []}], "requestBody": body("Gesture", Value::Null), "responses": {
            "200": answer("why the gesture is not legal, if the rules say so", json!({"type": "object", "required": ["why"]})), "400": bad(),
            "403": refused("only players can ask why a move is not legal"), "404": no_such(), "409": refused("not now"),
            "413": refused("too large"), "415": refused("not JSON"), "503": busy(),
        }}},
        "/active-games/{id}/replay": {"parameters": [id, eyes, from], "get": {
            "security": [{}, {"token": []}], "responses": {
            "200": answer("a page of the replay", of("ReplayPage")), "400": bad(), "403": not_theirs(),
            "404": no_such(), "409": refused("the match is not over"), "503": busy(),
        }}},
        "/config": {"get": {"responses": {"200": answer("what this server allows", of("ServerConfig"))}}},
        "/healthz": {"get": {"responses": {"200": plain("the server is ready"), "503": plain("the server is not ready")}}},
        "/metrics": {"get": {"responses": {"200": plain("metrics for Prometheus")}}},
    });
    paths["/replays"] = json!({"parameters": [eyes, from], "post": {"requestBody": log, "responses": {
        "200": answer("a page of the replay", of("ReplayPage")), "400": bad(), "404": no_such(),
        "413": refused("too large"), "503": busy(),
    }}});
    let files = json!({"required": true, "content": {
        "application/json": {"schema": {"type": "object", "required": ["files"], "additionalProperties": false,
            "properties": {"files": {"type": "object", "additionalProperties": {"type": "string"}}}}},
        "application/zip": {"schema": {"type": "string", "format": "binary"}}}});
    paths["/games"]["post"] = json!({"requestBody": files, "responses": {
        "200": answer("the rules have errors", of("UploadResult")),
        "201": answer("the rules have no errors; the server keeps the game", of("UploadResult")),
        "400": bad(), "409": refused("the game exceeds a limit, or this server plays only its own games"),
        "413": refused("too large"), "429": refused("too many games were uploaded from this address"), "503": busy(),
    }});
    paths["/games/{id}"]["delete"] = json!({"security": [{"token": []}], "responses": {
        "204": {"description": "the game and its tables were removed"}, "400": bad(), "403": not_theirs(), "404": no_such(),
        "503": busy(),
    }});
    paths["/active-games/{id}/reports"] = json!({"parameters": [id], "post": {
        "security": [{}, {"token": []}], "requestBody": body("Report", json!({"seat": 1, "text": "They insult me."})),
        "responses": {
        "204": {"description": "the operator gets the report"}, "400": bad(), "403": not_theirs(), "404": no_such(),
        "409": refused("the match cannot be loaded"), "413": refused("too large"), "415": refused("not JSON"),
        "429": refused("too many reports were sent from this address"), "503": busy(),
    }}});
    paths["/games/{id}/schema"] = json!({"parameters": [id], "get": {"responses": {
        "200": answer("the JSON Schema of the actions of the game", json!({"type": "object"})), "400": bad(),
        "404": refused("there is no such game, or it has no actions"),
    }}});
    paths["/active-games/{id}/actions"] = json!({"parameters": [id], "get": {
        "security": [{"token": []}], "responses": {
        "200": answer("the legal actions of the seat, with their options", of("SeatActions")), "400": bad(),
        "403": refused("only players have legal actions"), "404": no_such(),
        "409": refused("the match has not started"), "503": busy(),
    }}, "post": {
        "security": [{"token": []}], "requestBody": body("ActionIntent", Value::Null), "responses": {
        "200": answer("the action was played", json!({"type": "object", "required": ["accepted"]})), "400": bad(),
        "403": refused("only players can move"), "404": no_such(), "409": refused("the action is not legal now"),
        "413": refused("too large"), "415": refused("not JSON"), "429": refused("too many moves"), "503": busy(),
    }}});
    paths["/active-games/{id}/game"] = json!({"parameters": [id], "get": {
        "security": [{}, {"token": []}], "responses": {
        "200": answer("the game as it was when the match was opened", game), "400": bad(), "403": not_theirs(),
        "404": no_such(), "409": refused("the match cannot be loaded"), "503": busy(),
    }}});
    paths["/active-games/{id}/code"] = json!({"parameters": [id], "post": {
        "security": [{}, {"token": []}], "responses": {
        "200": answer("the code of the table; created if a public table has none", of("TableCode")), "400": bad(),
        "403": not_theirs(), "404": no_such(), "409": refused("the match cannot be loaded"), "503": busy(),
    }}});
    let code = json!({"name": "code", "in": "path", "required": true, "schema": {"type": "string"},
        "description": "the code as typed; case, spaces and hyphens are ignored"});
    paths["/codes/{code}"] = json!({"parameters": [code], "get": {"responses": {
        "200": answer("the table that has this code", of("TableRow")), "400": refused("not a code"),
        "404": refused("no open table has this code"), "429": refused("too many codes were tried from this address"), "503": busy(),
    }}});
    paths["/rules/{source}"] = json!({"parameters": [source], "get": {"responses": {
        "200": answer("the source files of the rules with this digest", kept), "400": bad(), "404": no_such(),
        "503": busy(),
    }}});
    paths["/openapi.json"] = json!({"get": {"responses": {"200": answer("this", json!({"type": "object"}))}}});
    let text = schema()["$defs"].to_string().replace("#/$defs/", "#/components/schemas/");
    let schemas: Value = serde_json::from_str(&text).unwrap_or_default();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Rulebook", "version": env!("CARGO_PKG_VERSION")},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_referred_to_is_there() {
        let api = openapi();
        let text = api.to_string();
        for part in text.split("#/components/schemas/").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(api["components"]["schemas"][name].is_object(), "{name}");
        }
    }
}
