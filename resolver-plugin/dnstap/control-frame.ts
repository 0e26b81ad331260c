import { FrameStreamError } from './frame-stream-error.ts';

/**
 * The control frames of the Frame Streams protocol (fstrm): a zero length word as escape, the length of the control
 * frame, its type, and fields of type, length, value. All words are 32 bits, big-endian.
 */
const controlTypes = { accept: 1, start: 2, stop: 3, ready: 4, finish: 5 } as const;
export type ControlType = keyof typeof controlTypes;

export interface ControlFrame {
  readonly type: ControlType;
  readonly contentTypes: readonly string[];
}

/** The control frame bounds are fstrm's own. */
export const maxControlBytes = 512;
const maxContentTypeBytes = 256;

const contentTypeField = 1;
const typeByNumber = new Map(
  Object.entries(controlTypes).map(([type, number]) => [number as number, type as ControlType]),
);

/** Encodes a whole control frame, escape included. */
export function encodeControlFrame(type: ControlType, contentType?: string): Buffer {
  const content = contentType === undefined ? undefined : Buffer.from(contentType, 'latin1');
  const length = 4 + (content === undefined ? 0 : 8 + content.length);
  const frame = Buffer.alloc(8 + length);
  frame.writeUInt32BE(length, 4);
  frame.writeUInt32BE(controlTypes[type], 8);
  if (content !== undefined) {
    frame.writeUInt32BE(contentTypeField, 12);
    frame.writeUInt32BE(content.length, 16);
    content.copy(frame, 20);
  }
  return frame;
}

/** Reads what follows the escape and the length. Throws a FrameStreamError `bad_control_frame`. */
export function decodeControlFrame(buffer: Buffer, start: number, end: number): ControlFrame {
  const type = end - start < 4 ? undefined : typeByNumber.get(buffer.readUInt32BE(start));
  if (type === undefined) throw bad('a control frame of no known type');
  const contentTypes: string[] = [];
  let position = start + 4;
  while (position < end) {
    if (end - position < 8) throw bad('a control field is cut off');
    const field = buffer.readUInt32BE(position);
    const length = buffer.readUInt32BE(position + 4);
    position += 8;
    if (field !== contentTypeField) throw bad('a control field of no known type');
    if (length > maxContentTypeBytes || length > end - position) throw bad('a content type is too long');
    contentTypes.push(buffer.toString('latin1', position, position + length));
    position += length;
  }
  return { type, contentTypes };
}

function bad(message: string): FrameStreamError {
  return new FrameStreamError('bad_control_frame', message);
}
