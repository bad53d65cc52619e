// Opens the page without a network, and says when it is your turn. The page itself then says that it needs a server; nothing of a game is kept here.
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

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, data: url, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Goes to the table: in the window that shows it already, or in a new one; never anywhere else. */
async function goTo(url) {
  if (new URL(url).origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  const there = windows.find((found) => new URL(found.url).pathname === new URL(url).pathname);
  await (there ? there.focus() : self.clients.openWindow(url));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
