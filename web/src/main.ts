import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { app } from './lib/app.svelte';

// After an upgrade of the server the parts of an old page are gone: take the new page, but never in a circle.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('overland.renewed') ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem('overland.renewed', String(Date.now()));
  event.preventDefault();
  location.reload();
});

// The page can be installed, and opens without a network.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/worker.js').catch(() => undefined);

void app.start();
mount(App, { target: document.getElementById('app') ?? document.body });
