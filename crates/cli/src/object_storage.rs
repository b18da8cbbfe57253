//! The place of an archive: a folder, or a bucket of a service that speaks the protocol of S3.

use async_trait::async_trait;
use http_body_util::{BodyExt, Full};
use object_store::ClientOptions;
use object_store::aws::AmazonS3Builder;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};
use std::str::FromStr;
use std::time::Duration;

/// Maximum time for one request to a bucket.
const REQUEST_TIME: Duration = Duration::from_secs(300);
/// Maximum size of an answer of a bucket, in bytes. An answer is a list of names.
const MAX_ANSWER: u64 = 64 << 20;

/// The address of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveAddress {
    Folder(String),
    /// A bucket, and the start of all names in it.
    Bucket(String, String),
}

impl FromStr for ArchiveAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<ArchiveAddress, String> {
        if let Some(rest) = text.strip_prefix("s3://") {
            let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
            return match bucket.is_empty() {
                true => Err("write the name of the bucket, like s3://BUCKET/FOLDER".to_owned()),
                false => Ok(ArchiveAddress::Bucket(bucket.to_owned(), prefix.trim_matches('/').to_owned())),
            };
        }
        let folder = text.strip_prefix("file://").unwrap_or(text);
        match folder.is_empty() || folder.contains("://") {
            true => Err("an archive is a folder or s3://BUCKET/FOLDER".to_owned()),
            false => Ok(ArchiveAddress::Folder(folder.to_owned())),
        }
    }
}

/// An open archive.
pub struct ObjectStorage {
    objects: Box<dyn ObjectStore>,
    prefix: Path,
}

impl ObjectStorage {
    /// Opens an archive. Creates the folder. The keys and the endpoint of a bucket come from the environment:
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT`.
    ///
    /// # Errors
    /// Returns a sentence that says why the archive cannot be opened.
    pub fn open(address: &ArchiveAddress) -> Result<ObjectStorage, String> {
        let wrong = |error: object_store::Error| error.to_string();
        match address {
            ArchiveAddress::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
                let objects = LocalFileSystem::new_with_prefix(folder).map_err(wrong)?.with_fsync(true);
                Ok(ObjectStorage { objects: Box::new(objects), prefix: Path::default() })
            }
            ArchiveAddress::Bucket(bucket, prefix) => {
                let builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_http_connector(Connector);
                let prefix = Path::parse(prefix).map_err(|error| error.to_string())?;
                Ok(ObjectStorage { objects: Box::new(builder.build().map_err(wrong)?), prefix })
            }
        }
    }

    /// Stores an object. Returns when it is durable: a file is synced, and a bucket has the whole object.
    ///
    /// # Errors
    /// Returns an error if the object was not stored.
    pub async fn put(&self, name: &str, data: Vec<u8>) -> Result<(), String> {
        let (place, size) = (self.prefix.clone().join(name), data.len() as u64);
        let wrong = |error: object_store::Error| format!("{place}: {error}");
        self.objects.put(&place, PutPayload::from(data)).await.map_err(wrong)?;
        // Matches are deleted after this, so the archive has to confirm the object.
        let found = self.objects.head(&place).await.map_err(wrong)?.size;
        match found == size {
            true => Ok(()),
            false => Err(format!("{place}: {found} of {size} bytes were stored")),
        }
    }

    /// The names of all objects.
    ///
    /// # Errors
    /// Returns an error if the archive cannot be read.
    pub async fn names(&self) -> Result<Vec<String>, String> {
        let prefix = (!self.prefix.as_ref().is_empty()).then_some(&self.prefix);
        let listed = self.objects.list_with_delimiter(prefix).await.map_err(|error| error.to_string())?;
        let name = |object: object_store::ObjectMeta| object.location.filename().map(str::to_owned);
        Ok(listed.objects.into_iter().filter_map(name).collect())
    }

    /// Deletes an object.
    ///
    /// # Errors
    /// Returns an error if the object cannot be deleted.
    pub async fn delete(&self, name: &str) -> Result<(), String> {
        let place = self.prefix.clone().join(name);
        self.objects.delete(&place).await.map_err(|error| format!("{place}: {error}"))
    }
}

/// Makes HTTP clients for `object_store` with the client that the program has anyway.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let config = ureq::Agent::config_builder()
            // `object_store` reads the status and decides whether to try again.
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST_TIME))
            .build();
        Ok(HttpClient::new(Service(config.into())))
    }
}

#[derive(Debug)]
struct Service(ureq::Agent);

#[async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let agent = self.0.clone();
        let send = move || {
            let request = ureq::http::Request::from_parts(parts, body.to_vec());
            let (parts, mut body) = agent.run(request)?.into_parts();
            let bytes = body.with_config().limit(MAX_ANSWER).read_to_vec()?;
            Ok((parts, bytes))
        };
        let sent = tokio::task::spawn_blocking(send).await;
        let sent = sent.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        let (parts, bytes) = sent.map_err(|error: ureq::Error| {
            let kind = match &error {
                ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
                ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
                ureq::Error::Io(_) => HttpErrorKind::Interrupted,
                _ => HttpErrorKind::Unknown,
            };
            HttpError::new(kind, error)
        })?;
        let body = Full::from(bytes).map_err(|never| match never {});
        Ok(HttpResponse::from_parts(parts, HttpResponseBody::new(body)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_a_folder_or_a_bucket() {
        let of = |text: &str| text.parse::<ArchiveAddress>();
        let bucket = |bucket: &str, prefix: &str| Ok(ArchiveAddress::Bucket(bucket.into(), prefix.into()));
        assert_eq!(of("s3://games"), bucket("games", ""));
        assert_eq!(of("s3://games/old/2026/"), bucket("games", "old/2026"));
        assert_eq!(of("file:///var/old"), Ok(ArchiveAddress::Folder("/var/old".into())));
        assert_eq!(of("old"), Ok(ArchiveAddress::Folder("old".into())));
        for wrong in ["", "s3://", "s3:///x", "gs://bucket", "https://example.org/x", "file://"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
