import { decodeControlFrame, encodeControlFrame } from './control-frame.ts';
import { FrameSplitter } from './frame-splitter.ts';
import { FrameStreamError } from './frame-stream-error.ts';

/** The dnstap content type is the content type that all writers of dnstap announce. */
export const dnstapContentType = 'protobuf:dnstap.Dnstap';

export interface FrameStreamOptions {
  readonly maxFrameBytes: number;
  /** Sends bytes back to the writer; absent for a file, which can only be unidirectional. */
  readonly reply?: (bytes: Buffer) => void;
  /** Takes one data frame; the bytes are only valid during the call. */
  readonly frame: (buffer: Buffer, start: number, end: number) => void;
}

export type FrameStreamState = 'opening' | 'accepted' | 'running' | 'stopped';

/**
 * A frame stream reader is the reading side of one frame stream. A bidirectional writer sends READY and waits for
 * ACCEPT before START, and waits for FINISH after STOP; a unidirectional one just sends START, frames, STOP. Which one
 * it is shows in the first frame.
 */
export class FrameStreamReader {
  readonly #options: FrameStreamOptions;
  readonly #splitter: FrameSplitter;
  #state: FrameStreamState = 'opening';
  #bidirectional = false;

  constructor(options: FrameStreamOptions) {
    this.#options = options;
    this.#splitter = new FrameSplitter(
      {
        data: (buffer, start, end) => this.#data(buffer, start, end),
        control: (buffer, start, end) => this.#control(buffer, start, end),
      },
      options.maxFrameBytes,
    );
  }

  get state(): FrameStreamState {
    return this.#state;
  }

  get pendingBytes(): number {
    return this.#splitter.pendingBytes;
  }

  /** Throws a FrameStreamError if the stream breaks the protocol. */
  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  /**
   * Ends the stream; it is called at the end of the bytes. Throws a FrameStreamError `cut_off` if it came in the midst
   * of a frame.
   */
  end(): void {
    if (this.#splitter.pendingBytes > 0) {
      throw new FrameStreamError('cut_off', 'the stream ended inside a frame');
    }
  }

  #data(buffer: Buffer, start: number, end: number): void {
    if (this.#state !== 'running') {
      throw new FrameStreamError('unexpected_data_frame', `a data frame while ${this.#state}`);
    }
    this.#options.frame(buffer, start, end);
  }

  #control(buffer: Buffer, start: number, end: number): void {
    const { type, contentTypes } = decodeControlFrame(buffer, start, end);
    const state = this.#state;
    if (type === 'ready' && state === 'opening' && this.#options.reply !== undefined) {
      this.#checkContentType(contentTypes);
      this.#bidirectional = true;
      this.#state = 'accepted';
      this.#options.reply(encodeControlFrame('accept', dnstapContentType));
    } else if (type === 'start' && (state === 'opening' || state === 'accepted')) {
      this.#checkContentType(contentTypes);
      this.#state = 'running';
    } else if (type === 'stop' && state === 'running') {
      this.#state = 'stopped';
      if (this.#bidirectional) this.#options.reply?.(encodeControlFrame('finish'));
    } else {
      throw new FrameStreamError('unexpected_control_frame', `${type} while ${state}`);
    }
  }

  /** A frame without a content type leaves it open, as fstrm has it. */
  #checkContentType(contentTypes: readonly string[]): void {
    if (contentTypes.length > 0 && !contentTypes.includes(dnstapContentType)) {
      throw new FrameStreamError('foreign_content_type', `content type ${contentTypes[0]?.slice(0, 64)}`);
    }
  }
}
