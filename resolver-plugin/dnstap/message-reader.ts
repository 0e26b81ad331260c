import { messageTypeCount, socketFamilies } from './message-types.ts';
import { MessageView } from './message-view.ts';
import { ProtobufCursor, type ProtobufFault, wireTypes } from './protobuf-cursor.ts';

export const messageFaults = [
  'cut_off',
  'bad_varint',
  'bad_field',
  'no_message',
  'bad_message_type',
  'bad_address',
  'bad_port',
  'bad_time',
  'bad_dns_message',
] as const;
export type MessageFault = (typeof messageFaults)[number];

/** `Dnstap.Type.MESSAGE`, the only kind of envelope there is. */
const messageEnvelope = 1;
const maxDnsMessageBytes = 65_535;
const billion = 1_000_000_000;
/** The year 9999, as far as a timestamp of the API goes. */
const maxSeconds = 253_402_300_799;

/** Field numbers and wire types in one word, so that a known field in a foreign wire type is skipped like an unknown one. */
const bytesField = (field: number): number => (field << 3) | wireTypes.bytes;
const varintField = (field: number): number => (field << 3) | wireTypes.varint;
const fixed32Field = (field: number): number => (field << 3) | wireTypes.fixed32;
const envelope = {
  identity: bytesField(1),
  version: bytesField(2),
  extra: bytesField(3),
  message: bytesField(14),
  type: varintField(15),
};

/**
 * A message reader decodes frames of dnstap (protobuf messages `dnstap.Dnstap`) into one reused view. Unknown fields
 * are skipped, a field that comes twice counts as it came last, and every length is checked before it is believed.
 */
export class MessageReader {
  readonly view = new MessageView();
  readonly #outer = new ProtobufCursor();
  readonly #inner = new ProtobufCursor();

  /** Fills the view from a frame; undefined if all is well, else what is wrong with it. */
  read(buffer: Buffer, start: number, end: number): MessageFault | undefined {
    const view = this.view;
    const cursor = this.#outer;
    view.clear(buffer);
    cursor.open(buffer, start, end);
    let found = false;
    let type = messageEnvelope;
    while (cursor.next()) {
      switch ((cursor.field << 3) | cursor.wireType) {
        case envelope.identity:
          view.identityStart = cursor.start;
          view.identityEnd = cursor.end;
          break;
        case envelope.version:
          view.versionStart = cursor.start;
          view.versionEnd = cursor.end;
          break;
        case envelope.extra:
          view.extraStart = cursor.start;
          view.extraEnd = cursor.end;
          break;
        case envelope.type:
          type = cursor.value;
          break;
        case envelope.message: {
          found = true;
          const fault = this.#readMessage(buffer, cursor.start, cursor.end);
          if (fault !== undefined) return fault;
          break;
        }
      }
    }
    return cursor.fault ?? (found && type === messageEnvelope ? messageFault(view) : 'no_message');
  }

  #readMessage(buffer: Buffer, start: number, end: number): ProtobufFault | undefined {
    const view = this.view;
    const cursor = this.#inner;
    cursor.open(buffer, start, end);
    let policyStart = 0;
    let policyEnd = 0;
    while (cursor.next()) {
      switch ((cursor.field << 3) | cursor.wireType) {
        case varintField(1):
          view.type = cursor.value;
          break;
        case varintField(2):
          view.socketFamily = cursor.value;
          break;
        case varintField(3):
          view.socketProtocol = cursor.value;
          break;
        case bytesField(4):
          view.queryAddressStart = cursor.start;
          view.queryAddressEnd = cursor.end;
          break;
        case bytesField(5):
          view.responseAddressStart = cursor.start;
          view.responseAddressEnd = cursor.end;
          break;
        case varintField(6):
          view.queryPort = cursor.value;
          break;
        case varintField(7):
          view.responsePort = cursor.value;
          break;
        case varintField(8):
          view.querySeconds = cursor.value;
          break;
        case fixed32Field(9):
          view.queryNanoseconds = cursor.value;
          break;
        case bytesField(10):
          view.queryStart = cursor.start;
          view.queryEnd = cursor.end;
          break;
        case bytesField(11):
          view.zoneStart = cursor.start;
          view.zoneEnd = cursor.end;
          break;
        case varintField(12):
          view.responseSeconds = cursor.value;
          break;
        case fixed32Field(13):
          view.responseNanoseconds = cursor.value;
          break;
        case bytesField(14):
          view.responseStart = cursor.start;
          view.responseEnd = cursor.end;
          break;
        case bytesField(15):
          policyStart = cursor.start;
          policyEnd = cursor.end;
          break;
        case varintField(16):
          view.httpProtocol = cursor.value;
          break;
      }
    }
    if (cursor.fault !== undefined) return cursor.fault;
    // The cursor has done its message, so that it can serve the one within.
    return policyEnd > policyStart ? this.#readPolicy(buffer, policyStart, policyEnd) : undefined;
  }

  #readPolicy(buffer: Buffer, start: number, end: number): ProtobufFault | undefined {
    const view = this.view;
    const cursor = this.#inner;
    cursor.open(buffer, start, end);
    while (cursor.next()) {
      switch ((cursor.field << 3) | cursor.wireType) {
        case bytesField(1):
          view.policyTypeStart = cursor.start;
          view.policyTypeEnd = cursor.end;
          break;
        case bytesField(2):
          view.policyRuleStart = cursor.start;
          view.policyRuleEnd = cursor.end;
          break;
        case varintField(3):
          view.policyAction = cursor.value;
          break;
        case varintField(4):
          view.policyMatch = cursor.value;
          break;
        case bytesField(5):
          view.policyValueStart = cursor.start;
          view.policyValueEnd = cursor.end;
          break;
      }
    }
    return cursor.fault;
  }
}

/** What protobuf does not check: that the fields make sense together. */
function messageFault(view: MessageView): MessageFault | undefined {
  if (view.type < 1 || view.type > messageTypeCount) return 'bad_message_type';
  if (!isAddress(view.socketFamily, view.queryAddressEnd - view.queryAddressStart)) return 'bad_address';
  if (!isAddress(view.socketFamily, view.responseAddressEnd - view.responseAddressStart))
    return 'bad_address';
  if (view.queryPort > 65_535 || view.responsePort > 65_535) return 'bad_port';
  if (view.queryNanoseconds >= billion || view.responseNanoseconds >= billion) return 'bad_time';
  if (view.querySeconds > maxSeconds || view.responseSeconds > maxSeconds) return 'bad_time';
  const queryBytes = view.queryEnd - view.queryStart;
  const responseBytes = view.responseEnd - view.responseStart;
  if (queryBytes > maxDnsMessageBytes || responseBytes > maxDnsMessageBytes) return 'bad_dns_message';
  return queryBytes === 0 && responseBytes === 0 ? 'bad_dns_message' : undefined;
}

function isAddress(family: number, bytes: number): boolean {
  if (bytes === 0) return true;
  if (family === socketFamilies.INET) return bytes === 4;
  if (family === socketFamilies.INET6) return bytes === 16;
  return bytes === 4 || bytes === 16;
}
