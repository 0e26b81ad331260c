import { render } from 'preact';
import { App } from './app/app.tsx';
import { startBrand } from './app/brand.ts';
import { startKeyboard } from './app/keyboard.ts';
import { startClock } from './app/now.ts';
import { startPreferences } from './app/preferences.ts';
import { startRouter } from './app/router.ts';
import './styles/main.css';

startPreferences();
startBrand();
startRouter();
startKeyboard();
startClock();
render(<App />, document.getElementById('app')!);
