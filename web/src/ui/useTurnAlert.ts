/** Tells the player that it is their turn: title and icon of the tab, a sound, and a notification if the page is hidden. */
import { useEffect, useRef } from 'react';
import type { Settings } from '../settings';
import { playSound } from './playSound';

/** Asks the browser for permission to show notifications. Returns whether they are on. */
export async function askForAlerts(wanted: boolean): Promise<boolean> {
  if (!wanted || typeof Notification === 'undefined') return false;
  const permission = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return permission === 'granted';
}

/** The icon of the tab. On the player's turn it has a dot. */
function setIcon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = mine ? '/icon-turn.svg' : '/icon.svg';
}

/** Shows a notification until the page is visible again. Browsers on phones show one only through the service worker. */
function notify(title: string, options: NotificationOptions): void {
  let close = () => undefined as void;
  try {
    const alert = new Notification(title, options);
    alert.onclick = () => {
      window.focus();
      alert.close();
    };
    close = () => alert.close();
  } catch {
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options));
    close = () => void navigator.serviceWorker?.ready.then((worker) => worker.getNotifications({ tag: options.tag! })).then((all) => all.forEach((one) => one.close()));
  }
  const seen = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', seen);
    close();
  };
  document.addEventListener('visibilitychange', seen);
}

type Alert = {
  /** Whether the player has to move. */
  mine: boolean;
  title: string;
  words: string;
  settings: Settings;
};

export function useTurnAlert({ mine, title, words, settings }: Alert): void {
  const was = useRef(mine);
  useEffect(() => {
    document.title = mine ? `● ${words} · ${title}` : `${title} · Rulebook`;
    setIcon(mine);
    return () => {
      document.title = 'Rulebook';
      setIcon(false);
    };
  }, [mine, title, words]);
  useEffect(() => {
    const begins = mine && !was.current;
    was.current = mine;
    if (!begins || !document.hidden) return;
    if (settings.sound) playSound('turn');
    if (!settings.alerts || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    return notify(title, { body: words, icon: '/icon.svg', tag: location.hash });
  }, [mine, settings.sound, settings.alerts, title, words]);
}
