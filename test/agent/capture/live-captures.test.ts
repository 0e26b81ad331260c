import test from 'ava';
import { CaptureError } from '../../../agent/capture/capture-error.ts';
import type { CaptureSource, PacketSink } from '../../../agent/capture/capture-source.ts';
import { LiveCaptures } from '../../../agent/capture/live-captures.ts';
import { until } from '../../support/until.ts';

/** A wire that every capture on it sees, each with a ring that it is emptied from when its sink has room. */
class Wire {
  readonly captures: WireCapture[] = [];

  pass(microseconds: number): void {
    for (const capture of this.captures) capture.take(microseconds);
  }
}

class WireCapture implements CaptureSource {
  readonly name = 'wire0';
  readonly live = true;
  readonly filter: string;
  readonly #wire: Wire;
  readonly #ring: number[] = [];
  readonly #end = Promise.withResolvers<void>();
  #sink: PacketSink | undefined;
  #captured = 0;
  isOpen = false;

  constructor(wire: Wire, filter: string) {
    this.#wire = wire;
    this.filter = filter;
  }

  async run(sink: PacketSink): Promise<void> {
    if (this.filter === 'none') throw new CaptureError('bad_filter', 'That is no filter.');
    if (this.filter === 'gone') throw new CaptureError('interface_down', 'It is down.');
    this.#sink = sink;
    this.isOpen = true;
    this.#wire.captures.push(this);
    await this.#end.promise;
  }

  take(microseconds: number): void {
    this.#ring.push(microseconds);
    this.empty();
  }

  empty(): void {
    while (this.#ring.length > 0 && this.#sink?.room?.() === undefined) {
      this.#captured++;
      this.#sink?.packet(new Uint8Array(1), 0, 1, 1, this.#ring.shift()!, 1);
    }
  }

  async stop(): Promise<void> {
    this.#wire.captures.splice(this.#wire.captures.indexOf(this), 1);
    this.empty();
    this.isOpen = false;
    this.#end.resolve();
  }

  statistics(): ReturnType<CaptureSource['statistics']> {
    return { captured: this.#captured, dropped: { kernel: 1 } };
  }
}

function start(filter = 'first') {
  const wire = new Wire();
  const opened: WireCapture[] = [];
  const open = (_name: string, [expression = '']: readonly string[]) => {
    const capture = new WireCapture(wire, expression);
    opened.push(capture);
    return capture;
  };
  const live = new LiveCaptures(open, [filter]);
  const taken: number[] = [];
  const sink = { packet: (...args: Parameters<PacketSink['packet']>) => void taken.push(args[4]) };
  return { wire, opened, live, taken, sink };
}

test('another filter takes over without a packet lost, in order, with the figures of both', async (t) => {
  const { wire, opened, live, taken, sink } = start();
  const source = live.open('wire0');
  const running = source.run(sink);
  const early = [1, 2, 3];
  for (const time of early) wire.pass(time);
  let atChange: number[] = [];
  await live.use(['second'], () => {
    // Behind the time of the change, while nothing of the new capture goes through yet.
    const later = (Date.now() + 60_000) * 1_000;
    wire.pass(later);
    atChange = [...taken];
  });
  t.deepEqual(atChange, early);
  await until(() => opened[1]!.isOpen);
  opened[1]!.empty();
  t.is(taken.length, 4);
  t.false(opened[0]!.isOpen);
  t.deepEqual(source.statistics(), { captured: 4, dropped: { kernel: 2 } });
  await source.stop();
  await running;
});

test('a filter that is none changes nothing', async (t) => {
  const { wire, opened, live, taken, sink } = start();
  const source = live.open('wire0');
  const running = source.run(sink);
  await t.throwsAsync(
    live.use(['none'], () => t.fail()),
    { message: /no filter/ },
  );
  wire.pass(5);
  t.deepEqual(taken, [5]);
  t.true(opened[0]!.isOpen);
  await source.stop();
  await running;
  await live.open('wire0').stop();
  t.is(opened.at(-1)!.filter, 'first');
});

test('an interface that is away for now is opened by the new filter when it is back', async (t) => {
  const { opened, live, sink } = start();
  const source = live.open('wire0');
  const running = source.run(sink);
  let isChanged = false;
  await live.use(['gone'], () => {
    isChanged = true;
  });
  t.true(isChanged);
  await source.stop();
  await running;
  live.open('wire0');
  t.is(opened.at(-1)!.filter, 'gone');
});
