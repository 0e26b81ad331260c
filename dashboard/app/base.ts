/**
 * The base is the dashboard's URL with a slash at its end: a proxy's prefix may be part of it. Files lie in `assets/`
 * below it.
 */
export const base = new URL('../', import.meta.url);
