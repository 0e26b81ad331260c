import { serveTasks } from '../../../collector/workers/serve-tasks.ts';
import { InvalidInput } from '../../../shared/errors.ts';

export type OddTask =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'hold' | 'refuse' | 'fail' | 'die' | 'fill memory' | 'spin' };

/** A thread that does what threads should not. */
serveTasks<OddTask, string>((task, { signal }) => {
  switch (task.kind) {
    case 'echo':
      return task.text;
    case 'hold':
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('given up')));
    case 'refuse':
      throw new InvalidInput('name', 'It is no name.');
    case 'fail':
      throw new Error('a fault');
    case 'die':
      return process.exit(1);
    case 'fill memory': {
      const all: object[] = [];
      for (;;) all.push({ index: all.length, text: [all.length] });
    }
    case 'spin':
      for (;;);
  }
});
