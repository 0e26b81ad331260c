import { render } from 'preact';
import { App } from './app/app.tsx';
import { startBrand } from './app/brand.ts';
import { startKeyboard } from './app/keyboard.ts';
import { startClock } from './app/now.ts';
import { findRoute } from './app/page-outlet.tsx';
import { startPreferences } from './app/preferences.ts';
import { place, startRouter } from './app/router.ts';
import './styles/main.css';

startPreferences();
startBrand();
startRouter();
startKeyboard();
startClock();
// The page's own script is fetched while the collector tells who is signed in.
findRoute(place.value.path)
  ?.route.load()
  .catch(() => undefined);
render(<App />, document.getElementById('app')!);
