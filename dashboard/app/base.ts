/** Where the dashboard begins, with a slash at its end: it may be behind a proxy's prefix. Files lie in `assets/` below it. */
export const base = new URL('../', import.meta.url);
