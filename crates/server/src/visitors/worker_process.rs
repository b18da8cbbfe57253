//! The server's side of a worker: starts the process, sends calls and waits for answers.

use super::protocol::{Call, Request, Response};
use super::{CALL_TIME, MAX_ANSWER, MEMORY, PICK_TIME, WorkerProgram};
use crate::busy::blocking;
use crate::limits::Slot;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The reason why a worker cannot answer. The text completes the sentence "This game was closed: …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorkerFault(pub String);

impl WorkerFault {
    fn new(why: impl Into<String>) -> WorkerFault {
        WorkerFault(why.into())
    }
}

/// The answers that calls wait for.
type Waiting = Arc<Mutex<BTreeMap<u64, SyncSender<Option<Box<RawValue>>>>>>;

/// A running worker. Dropping it ends the process.
pub(crate) struct Worker {
    input: Mutex<ChildStdin>,
    waiting: Waiting,
    next: AtomicU64,
    child: Arc<Mutex<Child>>,
    /// Set when the worker has ended.
    fault: Arc<OnceLock<WorkerFault>>,
    /// A lock that is held during a call, so that the waiting time of a call starts when the worker is free.
    turn: Mutex<()>,
    /// The function that is called with the fault if this worker exceeds a limit.
    on_fault: OnFault,
    /// Whether the server has ended the worker because nobody needs it.
    dropped: Arc<AtomicBool>,
    _slot: Slot,
}

/// A function that is called with the fault of a worker.
type OnFault = Arc<dyn Fn(&WorkerFault) + Send + Sync>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why a process has ended.
fn cause(status: Option<ExitStatus>) -> WorkerFault {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
        return match signal {
            // SIGXCPU
            24 => WorkerFault::new("its rules took too much computing time"),
            // SIGABRT, SIGBUS, SIGSEGV: no memory, or no room on the stack.
            6 | 7 | 11 => WorkerFault::new(format!("its rules need more than {} MB of memory", MEMORY >> 20)),
            _ => WorkerFault::new("its rules were stopped"),
        };
    }
    let _ = status;
    WorkerFault::new("its rules were stopped")
}

impl Worker {
    /// Starts a process. It inherits no environment, so it knows no secrets of the server.
    pub fn start(
        program: &WorkerProgram,
        slot: Slot,
        on_fault: impl Fn(&WorkerFault) + Send + Sync + 'static,
    ) -> Result<Arc<Worker>, String> {
        let on_fault: OnFault = Arc::new(on_fault);
        let dropped = Arc::new(AtomicBool::new(false));
        let mut command = Command::new(&program.program);
        command.args(&program.args).env_clear().env("MALLOC_ARENA_MAX", "1").current_dir("/");
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = spawned.map_err(|error| format!("cannot start a worker: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot start a worker: it has no pipes".to_owned());
        };
        let (waiting, fault, child) = (Waiting::default(), Arc::new(OnceLock::new()), Arc::new(Mutex::new(child)));
        let reader = (Arc::clone(&waiting), Arc::clone(&fault), Arc::clone(&child));
        let (told, is_dropped) = (Arc::clone(&on_fault), Arc::clone(&dropped));
        std::thread::spawn(move || {
            let (waiting, fault, child) = reader;
            let why = read_answers(output, &waiting);
            let status = {
                let mut child = lock(&child);
                // If the process has already ended, `kill` does not change its exit status.
                let _ = child.kill();
                child.wait().ok()
            };
            let mut is_new = false;
            let why = fault.get_or_init(|| {
                is_new = true;
                why.unwrap_or_else(|| cause(status))
            });
            if is_new && !is_dropped.load(Relaxed) {
                told(why);
            }
            // Dropping the channels tells the waiting calls that no answer will come.
            lock(&waiting).clear();
        });
        let (input, next, turn) = (Mutex::new(input), AtomicU64::new(1), Mutex::default());
        Ok(Arc::new(Worker { input, waiting, next, child, fault, turn, on_fault, dropped, _slot: slot }))
    }

    /// Whether the process has ended.
    pub fn is_gone(&self) -> bool {
        self.fault.get().is_some()
    }

    /// Sends a call and waits for its answer.
    ///
    /// # Errors
    /// If the worker has ended, or exceeds a limit.
    pub fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T, WorkerFault> {
        self.call_for(call, CALL_TIME)
    }

    /// Like [`Worker::call`], with another limit for the waiting time.
    pub fn call_for<T: DeserializeOwned>(&self, call: Call, patience: Duration) -> Result<T, WorkerFault> {
        let answer = blocking(|| {
            let _turn = lock(&self.turn);
            let (_, answer) = self.send(call)?;
            match answer.recv_timeout(patience) {
                Ok(answer) => Ok(answer),
                Err(RecvTimeoutError::Timeout) => Err(self.end("its rules took too long")),
                Err(RecvTimeoutError::Disconnected) => Err(self.why()),
            }
        })?;
        parsed(answer)
    }

    /// Lets a bot choose until `stop` is set. The worker answers other calls meanwhile.
    pub fn pick(&self, call: Call, stop: Option<&AtomicBool>) -> Result<Result<usize, String>, WorkerFault> {
        let answer = blocking(|| {
            let (number, answer) = self.send(call)?;
            let begun = Instant::now();
            let mut stopped = false;
            loop {
                match answer.recv_timeout(Duration::from_millis(20)) {
                    Ok(answer) => return Ok(answer),
                    Err(RecvTimeoutError::Disconnected) => return Err(self.why()),
                    Err(RecvTimeoutError::Timeout) if begun.elapsed() > PICK_TIME + CALL_TIME => {
                        return Err(self.end("a bot took too long"));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let enough = begun.elapsed() > PICK_TIME || stop.is_some_and(|stop| stop.load(Relaxed));
                        if enough && !std::mem::replace(&mut stopped, true) {
                            self.write(&Request { number: 0, call: Call::Stop { number } })?;
                        }
                    }
                }
            }
        })?;
        parsed(answer)
    }

    /// Drops a match in the worker.
    pub fn forget(&self, game: u64) {
        if !self.is_gone() {
            let _ = self.write(&Request { number: 0, call: Call::Forget { game } });
        }
    }

    #[allow(clippy::type_complexity, reason = "the channel of one answer")]
    fn send(&self, call: Call) -> Result<(u64, std::sync::mpsc::Receiver<Option<Box<RawValue>>>), WorkerFault> {
        let number = self.next.fetch_add(1, Relaxed);
        let (done, answer) = sync_channel(1);
        lock(&self.waiting).insert(number, done);
        if self.is_gone() {
            lock(&self.waiting).remove(&number);
            return Err(self.why());
        }
        self.write(&Request { number, call })?;
        Ok((number, answer))
    }

    fn write(&self, request: &Request) -> Result<(), WorkerFault> {
        let mut line = serde_json::to_vec(request).map_err(|error| WorkerFault::new(error.to_string()))?;
        line.push(b'\n');
        let mut input = lock(&self.input);
        input.write_all(&line).and_then(|()| input.flush()).map_err(|_| self.why())
    }

    /// The reason why the worker has ended. Waits up to a second until the reason is known.
    fn why(&self) -> WorkerFault {
        for _ in 0..100 {
            if let Some(fault) = self.fault.get() {
                return fault.clone();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.end("its rules were stopped")
    }

    /// Ends the process for this reason.
    fn end(&self, why: &str) -> WorkerFault {
        let mut is_new = false;
        let fault = self.fault.get_or_init(|| {
            is_new = true;
            WorkerFault::new(why)
        });
        let fault = fault.clone();
        if is_new {
            (self.on_fault)(&fault);
        }
        let _ = lock(&self.child).kill();
        fault
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.dropped.store(true, Relaxed);
        let _ = lock(&self.child).kill();
    }
}

fn parsed<T: DeserializeOwned>(answer: Option<Box<RawValue>>) -> Result<T, WorkerFault> {
    let answer = answer.ok_or_else(|| WorkerFault::new("its rules failed"))?;
    serde_json::from_str(answer.get()).map_err(|error| WorkerFault::new(format!("its rules failed: {error}")))
}

/// Passes on answers until the output of the worker ends. Returns a reason if the worker exceeds a limit.
fn read_answers(output: impl Read, waiting: &Waiting) -> Option<WorkerFault> {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_ANSWER as u64 + 1).read_until(b'\n', &mut line);
        match read {
            Ok(1..) if line.len() > MAX_ANSWER => {
                let most = MAX_ANSWER >> 20;
                return Some(WorkerFault::new(format!("its rules show or store more than {most} MB at once")));
            }
            Ok(1..) => {}
            _ => return None,
        }
        let Ok(Response { number, failed, answer }) = serde_json::from_slice(&line) else { return None };
        let answer = (!failed).then_some(answer);
        if let Some(done) = lock(waiting).remove(&number) {
            let _ = done.try_send(answer);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::limits::Slots;
    use std::sync::atomic::AtomicUsize;

    /// Runs a shell script in place of a worker. Returns the process and the number of faults it has reported.
    fn started(script: &str) -> (Arc<Worker>, Arc<AtomicUsize>) {
        let program = WorkerProgram { program: "/bin/sh".into(), args: vec!["-c".into(), script.into()] };
        let faults = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&faults);
        let slot = Slots::new(1, 1).take(None).ok().unwrap();
        let on_fault = move |_: &WorkerFault| {
            counted.fetch_add(1, Relaxed);
        };
        (Worker::start(&program, slot, on_fault).unwrap(), faults)
    }

    fn fault(script: &str) -> String {
        let (worker, faults) = started(script);
        let call = Call::CheckBot { spec: "random".to_owned() };
        let WorkerFault(why) =
            worker.call_for::<Result<(bool, u32), String>>(call, Duration::from_secs(2)).unwrap_err();
        assert!(worker.is_gone() && faults.load(Relaxed) == 1, "{why}");
        let again = worker.call_for::<bool>(Call::Forget { game: 1 }, Duration::from_secs(2));
        assert_eq!(again, Err(WorkerFault(why.clone())), "the worker stays ended, for the same reason");
        why
    }

    #[test]
    fn a_worker_that_exceeds_a_limit_is_ended_with_a_reason() {
        assert_eq!(fault("sleep 60"), "its rules took too long");
        assert_eq!(fault("read line; kill -XCPU $$"), "its rules took too much computing time");
        assert_eq!(fault("read line; kill -ABRT $$"), "its rules need more than 512 MB of memory");
        assert_eq!(fault("read line; exit 3"), "its rules were stopped");
        assert_eq!(fault("read line; yes x | tr -d '\\n'"), "its rules show or store more than 2 MB at once");
    }

    #[test]
    fn a_worker_that_nobody_needs_ends_without_a_fault() {
        let (worker, faults) =
            started("read line; echo '{\"number\":1,\"failed\":false,\"answer\":{\"Ok\":[true,7]}}'; sleep 60");
        let call = Call::CheckBot { spec: "random".to_owned() };
        assert_eq!(worker.call::<Result<(bool, u32), String>>(call).unwrap(), Ok((true, 7)));
        let child = Arc::clone(&worker.child);
        drop(worker);
        let begun = Instant::now();
        while child.lock().unwrap().try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the process has ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(faults.load(Relaxed), 0);
    }
}
