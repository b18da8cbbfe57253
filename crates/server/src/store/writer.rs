//! Runs the writer thread of an SQLite file. All waiting jobs share one transaction, so that the disk is synced once
//! for all of them.

use super::StoreError;
use super::file::Files;
use rusqlite::{Connection, Error, ErrorCode};
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

/// Maximum number of jobs in one transaction.
const MOST: usize = 512;

type Work = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), StoreError>>,
}

pub(super) struct Writer {
    jobs: Sender<Job>,
}

/// The error of a statement. A damaged page makes SQLite fail, or gives values that are not of the declared type.
pub(super) fn broken(error: rusqlite::Error) -> StoreError {
    let is_damaged = match &error {
        Error::SqliteFailure(failure, _) => failure.code == ErrorCode::DatabaseCorrupt,
        Error::FromSqlConversionFailure(..) | Error::IntegralValueOutOfRange(..) | Error::InvalidColumnType(..) => true,
        Error::Utf8Error(..) => true,
        _ => false,
    };
    let why = error.to_string();
    if is_damaged { StoreError::Damaged(why) } else { StoreError::Broken(why) }
}

impl Writer {
    pub fn start(connection: Connection, files: Files) -> std::io::Result<Writer> {
        let (jobs, waiting) = channel();
        std::thread::Builder::new()
            .name("sqlite writer".to_owned())
            .spawn(move || run(connection, &files, &waiting))?;
        Ok(Writer { jobs })
    }

    /// Runs a job in the next transaction. Returns when the transaction is on disk.
    pub async fn write(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let gone = || StoreError::Broken("the writer thread has ended".to_owned());
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job { work: Box::new(work), done }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn run(connection: Connection, files: &Files, waiting: &Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let mut jobs = vec![first];
        while jobs.len() < MOST
            && let Ok(next) = waiting.try_recv()
        {
            jobs.push(next);
        }
        let mut answers = Vec::with_capacity(jobs.len());
        // After the commit, check that the file was not renamed or replaced.
        let written = together(&connection, jobs, &mut answers).and_then(|()| files.check());
        for (done, result) in answers {
            // Ignore the error, because the task that waits for the answer may have ended.
            let _ = done.send(written.clone().and(result));
        }
    }
}

type Answers = Vec<(oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>)>;

/// Runs one transaction. A failed job rolls back only its own part.
fn together(connection: &Connection, jobs: Vec<Job>, answers: &mut Answers) -> Result<(), StoreError> {
    let begun = connection.execute_batch("BEGIN IMMEDIATE").map_err(broken);
    for job in jobs {
        let result = begun.clone().and_then(|()| {
            connection.execute_batch("SAVEPOINT job").map_err(broken)?;
            let result = (job.work)(connection);
            let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
            connection.execute_batch(end).map_err(broken)?;
            result
        });
        answers.push((job.done, result));
    }
    begun?;
    connection.execute_batch("COMMIT").map_err(|error| {
        // Roll back a failed commit.
        let _ = connection.execute_batch("ROLLBACK");
        broken(error)
    })
}
