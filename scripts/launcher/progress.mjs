import { setupLog } from './paths.mjs';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Tells what is being prepared: one line that moves on a terminal, plain lines elsewhere. Writes to the error stream, so
 * that a program's output stays clean.
 */
export function createProgress(stream) {
  const lively = stream.isTTY === true && process.env.TERM !== 'dumb' && process.env.CI === undefined;
  return {
    note: (text) => stream.write(`${text}\n`),
    fail: (error) => stream.write(describeFailure(error)),
    step: lively ? (title) => livelyStep(stream, title) : (title) => plainStep(stream, title),
  };
}

function livelyStep(stream, title) {
  const startedAt = Date.now();
  let detail = '';
  let frame = 0;
  const draw = () => {
    const line = `${frames[frame++ % frames.length]} ${title} · ${seconds(startedAt)}${detail && ` · ${detail}`}`;
    stream.write(`\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(draw, 100);
  draw();
  const close = (text) => {
    clearInterval(timer);
    stream.write(`\r\x1b[K${text}\n`);
  };
  return {
    detail: (text) => {
      detail = text;
    },
    done: () => close(`✔ ${title} · ${seconds(startedAt)}`),
    failed: () => close(`✘ ${title} · ${seconds(startedAt)}`),
  };
}

function plainStep(stream, title) {
  const startedAt = Date.now();
  stream.write(`${title} ...\n`);
  return {
    detail: () => {},
    done: () => stream.write(`${title}: done in ${seconds(startedAt)}\n`),
    failed: () => stream.write(`${title}: failed after ${seconds(startedAt)}\n`),
  };
}

function describeFailure(error) {
  const tail = error.logTail.map((line) => `  | ${line}\n`).join('');
  return tail === ''
    ? `${error.message}\n`
    : `${error.message}\n${tail}The complete log is in ${setupLog}.\n`;
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
