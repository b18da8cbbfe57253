// Shows a page if there is no connection. All other requests go to the server, because a table without its server cannot be played.
const CACHE = 'rulebook-offline-1';
const FILES = ['/offline.html', '/icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

// A click on a notification about the turn shows the page that the player has open.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow('/'))));
});

self.addEventListener('fetch', (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/offline.html')));
  else if (FILES.includes(path)) event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});
