//! Handles HTTP requests for the games of this server and for the stored rules of matches.

use crate::http::{Refused, Shared, authorize, bearer, found, missing};
use crate::refusals;
use crate::shelf::{Package, ShelfGame};
use crate::visitors;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rulebook_kernel::{Digest, Key, Setup, Viewer};
use rulebook_room::Refusal;
use rulebook_scene::Scene;
use serde_json::{Value, json};
use std::sync::Arc;

/// Handler: the descriptions of all games, for the lobby. Of the translations, only those of the name and the description
/// are included, because a game can have hundreds of translated texts. Rules are left out in every language.
pub async fn all(State(app): Shared) -> Json<Value> {
    let listed = |game: &ShelfGame| {
        let mut meta = game.meta.clone();
        meta.rules_texts.clear();
        for texts in meta.translations.values_mut() {
            texts.retain(|english, _| *english == meta.game_name || *english == meta.description);
        }
        json!(meta)
    };
    Json(app.hall.shelf.games().map(listed).collect())
}

/// The public page of a game: its name, options, rules as text, and layouts.
fn page(game: &ShelfGame) -> Json<Value> {
    let info = game.rules.info();
    let options: Vec<Value> =
        info.options.iter().map(|option| json!({"name": option.name, "values": option.values})).collect();
    let source = info.source.to_string();
    let layouts = &*game.layouts;
    Json(json!({"meta": game.meta, "options": options, "source": source, "semantics": info.semantics,
        "dealt": game.rules.is_dealt(), "rules": &*game.rules_text, "layouts": layouts}))
}

pub async fn one(State(app): Shared, Path(id): Path<String>) -> Result<Json<Value>, Refused> {
    Ok(page(&found(&app, &id).await?))
}

/// Handler: the game of a match, with the rules that the match was opened with.
pub async fn of_table(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Json<Value>, Refused> {
    let (status, _) = authorize(&app, &id, bearer(&headers)).await?;
    let game = app.hall.shelf.of_match(&status.game, &status.source.to_string()).await;
    let game = game.map_err(|_| refusals::no_rules())?;
    Ok(page(&game))
}

/// Handler: the stored rules with this digest. A client needs them to verify a log.
pub async fn rules(State(app): Shared, Path(source): Path<String>) -> Result<Json<Package>, Refused> {
    let source = match visitors::is_visitors(&source) {
        // The rules of a visitor are found by the id of the game.
        true => source,
        false => source.parse::<Digest>().map_err(|_| missing())?.to_string(),
    };
    let package = app.hall.shelf.package(&source).await;
    let package = package.map_err(|_| refusals::cannot_read())?;
    package.map(Json).ok_or_else(missing)
}

/// Handler: the JSON Schema of the actions of a game. Not found if the game has no actions.
pub async fn action_schema(State(app): Shared, Path(id): Path<String>) -> Result<Json<Value>, Refused> {
    let game = found(&app, &id).await?;
    let schema = game.rules.action_schema().ok_or_else(missing)?;
    Ok(Json(serde_json::from_str(&schema).unwrap_or_default()))
}

/// Handler: the picture of a card, by its path in the folder of the game.
pub async fn art(State(app): Shared, Path((id, path)): Path<(String, String)>) -> Result<Response, Refused> {
    let game = found(&app, &id).await?;
    let read = tokio::task::spawn_blocking(move || game.picture(&path)).await.map_err(|_| refusals::cannot_read())?;
    let (kind, bytes) = read.ok_or_else(missing)?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], bytes).into_response())
}

/// Handler: the opening scene of a new match as a spectator sees it. Clients use it as a preview.
pub async fn picture(State(app): Shared, Path(id): Path<String>) -> Result<Json<Scene>, Refused> {
    let game = found(&app, &id).await?;
    let rules = Arc::clone(&game.rules);
    let drawn = tokio::task::spawn_blocking(move || {
        let setup = Setup::seats(rules.info().min_seats);
        rules.start(&setup, Key::from_seed("picture")).map(|begun| begun.scene(Viewer::Spectator))
    });
    let scene = drawn.await.map_err(|_| refusals::rules_failed())?;
    Ok(Json(scene.map_err(Refusal::from)?))
}
