import { CaptureError, type CaptureErrorCode } from '../../../agent/capture/capture-error.ts';
import type { CaptureSource, PacketSink } from '../../../agent/capture/capture-source.ts';

/** A live input that gives one packet and stays until it is stopped or told to fail; or that can't be opened. */
export class ScriptedSource implements CaptureSource {
  readonly name: string;
  readonly live = true;
  readonly #refusal: CaptureErrorCode | undefined;
  #captured = 0;
  readonly #end = Promise.withResolvers<void>();

  constructor(name: string, refusal?: CaptureErrorCode) {
    this.name = name;
    this.#refusal = refusal;
  }

  async run(sink: PacketSink): Promise<void> {
    if (this.#refusal !== undefined) throw new CaptureError(this.#refusal, `${this.name}: ${this.#refusal}.`);
    this.#captured++;
    sink.packet(new Uint8Array(64), 0, 64, 64, 0, 1);
    await this.#end.promise;
  }

  fail(code: CaptureErrorCode): void {
    this.#end.reject(new CaptureError(code, `${this.name}: ${code}.`));
  }

  async stop(): Promise<void> {
    this.#end.resolve();
  }

  statistics(): ReturnType<CaptureSource['statistics']> {
    return { captured: this.#captured, dropped: { kernel: this.#captured * 2 } };
  }
}
