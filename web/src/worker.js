// Opens the page without a network. The page itself then says that it needs a server; nothing of a game is kept here.
const KEPT = 'overland-__VERSION__';
const FILES = ['/', '/icon.svg', '/manifest.webmanifest', ...__FILES__];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('overland-') && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
  self.clients.claim();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/')));
  else if (url.pathname.startsWith('/assets/'))
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
