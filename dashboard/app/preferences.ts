import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const key = 'sonde-theme';
const sessionKey = 'sonde-signed-in';

export const theme = signal<Theme>(read());

function read(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    // Storage may be forbidden; the system's theme then holds.
    return 'system';
  }
}

/** Applies the theme and keeps it in this browser. Called once. */
export function startPreferences(): void {
  effect(() => {
    document.documentElement.style.colorScheme = theme.value === 'system' ? 'light dark' : theme.value;
    try {
      if (theme.value === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, theme.value);
    } catch {
      // As above: it then holds for this visit.
    }
  });
}

/** Tells whether this browser had a session when it was here last: its pages are then drawn before the collector has answered. */
export function hadSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    // As above: pages are then drawn a moment later.
    return false;
  }
}

/** Keeps that there is a session, and nothing of it. */
export function rememberSession(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(sessionKey, '');
    else localStorage.removeItem(sessionKey);
  } catch {
    // As above.
  }
}
