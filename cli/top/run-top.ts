import { explainError } from '../api/explain-error.ts';
import type { Paint } from '../scan/paint.ts';
import type { TopData, TopReader } from './read-top.ts';
import { Screen } from './screen.ts';
import { topFrame } from './top-frame.ts';

/** `q`, and what Ctrl with C and with D send. */
const endKeys = ['q', '\u0003', '\u0004'];
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Draws screens until somebody presses `q` or ends the program. A look that fails leaves the last screen, and says why. */
export async function runTop(
  reader: TopReader,
  { interval, ascii, paint }: { readonly interval: number; readonly ascii: boolean; readonly paint: Paint },
): Promise<void> {
  // Before the screen changes: a key that is wrong is told on the terminal itself.
  let data = await reader.read();
  let at = new Date();
  let note: string | undefined;
  const screen = new Screen(process.stdout, process.stdin);
  const ended = new AbortController();
  let wake = Promise.withResolvers<void>();
  const draw = () =>
    screen.draw(topFrame(data, at, { columns: screen.columns, rows: screen.rows, ascii, paint, note }));
  const onSignal = (signal: keyof typeof signals) => {
    process.exitCode = signals[signal];
    ended.abort();
  };
  for (const signal of Object.keys(signals)) process.on(signal, onSignal);
  process.stdout.on('resize', draw);
  ended.signal.addEventListener('abort', () => wake.resolve());
  try {
    screen.open((key) => {
      if (endKeys.some((end) => key.includes(end))) ended.abort();
      else if (key === ' ') wake.resolve();
    });
    while (!ended.signal.aborted) {
      draw();
      wake = Promise.withResolvers<void>();
      const timer = setTimeout(() => wake.resolve(), interval);
      await wake.promise;
      clearTimeout(timer);
      if (ended.signal.aborted) break;
      const look = await lookOf(reader, ended.signal);
      note = look.note;
      if (look.data !== undefined) {
        data = look.data;
        at = new Date();
      }
    }
  } finally {
    screen.close();
    process.stdout.off('resize', draw);
    for (const signal of Object.keys(signals)) process.off(signal, onSignal);
  }
}

async function lookOf(
  reader: TopReader,
  signal: AbortSignal,
): Promise<{ readonly data?: TopData; readonly note?: string }> {
  try {
    return { data: await reader.read(signal) };
  } catch (error) {
    if (signal.aborted) return {};
    const explanation = explainError(error);
    if (explanation === undefined) throw error;
    return { note: explanation.message ?? 'The collector did not answer.' };
  }
}
