import { explainError } from '../api/explain-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Paint } from '../scan/paint.ts';
import type { TopData, TopReader } from './read-top.ts';
import { Screen } from './screen.ts';
import { topFrame } from './top-frame.ts';

/** `q`, and what Ctrl with D sends. */
const endKeys = ['q', 'Q', '\u0004'];
/** What a terminal would make a signal of, if it did not hand on each key as it is: Ctrl with C, and with Z. */
const interruptKey = '\u0003';
const suspendKey = '\u001a';
/** Signals that end it, with the exit code of a program that one has ended. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

/** Milliseconds after which a collector that is silent is said to be. */
const leastLimit = 10_000;

interface TopSettings {
  /** Milliseconds between two looks. */
  readonly interval: number;
  readonly ascii: boolean;
  readonly paint: Paint;
}

/**
 * Draws screens until somebody presses `q` or ends the program. A look that fails leaves the last screen, and says why and since
 * when; a key that is refused, which no waiting mends, is an error.
 */
export async function runTop(reader: TopReader, { interval, ascii, paint }: TopSettings): Promise<void> {
  // Before the screen changes: a key that is wrong is told on the terminal itself.
  let data = await reader.read();
  let at = new Date();
  let note: string | undefined;
  let fault: { readonly error: unknown } | undefined;
  const screen = new Screen(process.stdout, process.stdin);
  const ended = new AbortController();
  let wake = Promise.withResolvers<void>();
  const end = (exitCode?: number) => {
    if (exitCode !== undefined && !ended.signal.aborted) process.exitCode = exitCode;
    ended.abort();
    wake.resolve();
  };
  const draw = () => {
    try {
      screen.draw(topFrame(data, at, { columns: screen.columns, rows: screen.rows, ascii, paint, note }));
    } catch (error) {
      fault = { error };
      end();
    }
  };
  const onSignal = (signal: keyof typeof signals) => end(signals[signal]);
  const onContinue = () => {
    if (ended.signal.aborted) return;
    screen.resume();
    draw();
  };
  const onSuspend = () => {
    screen.close();
    // What the signal does to a program that knows nothing of it; a terminal without a shell to go back to stays.
    process.off('SIGTSTP', onSuspend);
    process.kill(process.pid, 'SIGTSTP');
    setImmediate(() => {
      process.on('SIGTSTP', onSuspend);
      onContinue();
    });
  };
  const onKey = (key: string) => {
    if (key.includes(interruptKey)) end(signals.SIGINT);
    else if (endKeys.some((one) => key.includes(one))) end();
    // The group: whatever has started this in the terminal waits for it.
    else if (key.includes(suspendKey)) process.kill(0, 'SIGTSTP');
    else if (key.includes(' ')) wake.resolve();
  };
  for (const signal of Object.keys(signals)) process.on(signal, onSignal);
  process.on('SIGTSTP', onSuspend);
  process.on('SIGCONT', onContinue);
  process.stdout.on('resize', draw);
  try {
    screen.open(onKey, () => end(signals.SIGHUP));
    for (;;) {
      draw();
      if (ended.signal.aborted) break;
      wake = Promise.withResolvers<void>();
      const timer = setTimeout(() => wake.resolve(), interval);
      await wake.promise;
      clearTimeout(timer);
      if (ended.signal.aborted) break;
      const look = await lookOf(reader, ended.signal, Math.max(leastLimit, interval));
      if (look.data !== undefined) {
        ({ data } = look);
        at = new Date();
      }
      note =
        look.note === undefined
          ? undefined
          : `No answer since ${at.toISOString().slice(11, 19)} UTC: ${look.note}`;
    }
  } finally {
    screen.close();
    process.stdout.off('resize', draw);
    process.off('SIGTSTP', onSuspend);
    process.off('SIGCONT', onContinue);
    for (const signal of Object.keys(signals)) process.off(signal, onSignal);
  }
  if (fault !== undefined) throw fault.error;
}

async function lookOf(
  reader: TopReader,
  signal: AbortSignal,
  limit: number,
): Promise<{ readonly data?: TopData; readonly note?: string }> {
  try {
    return { data: await reader.read(AbortSignal.any([signal, AbortSignal.timeout(limit)])) };
  } catch (error) {
    if (signal.aborted) return {};
    const explanation = explainError(error);
    if (explanation === undefined || explanation.exitCode === exitCodes.refused) throw error;
    return { note: explanation.message ?? 'The collector did not answer.' };
  }
}
