import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const key = 'sonde-theme';

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
