import { type Transport, transports } from '@sonde/shared/batch/row-layout.ts';
import { messageTypeCount, messageTypes, policyActions, transportOf } from '../../dnstap/message-types.ts';
import type { MessageView } from '../../dnstap/message-view.ts';
import type { DnstapSink } from '../../dnstap/sink.ts';

/** Named counts are counts by name; names with a count of zero are left out. */
export type NamedCounts = Readonly<Record<string, number>>;

export interface TrafficReport {
  readonly messages: number;
  /** By the names of dnstap's message types. */
  readonly types: NamedCounts;
  readonly transports: NamedCounts;
  /** Of responses to clients, by number. */
  readonly response_codes: NamedCounts;
  /** Of all responses, by the names of dnstap's message types and by number. */
  readonly response_codes_by_type: Readonly<Record<string, NamedCounts>>;
  /** The resolver's policy actions on responses to clients, by the names of dnstap. */
  readonly policy_actions: NamedCounts;
}

const responseCodeByte = 3;

/**
 * The traffic counts count dnstap messages in fixed tables, so that counting costs next to nothing and takes no more
 * memory in time.
 */
export class TrafficCounts implements DnstapSink {
  messages = 0;
  readonly #types = new Float64Array(messageTypeCount + 1);
  readonly #transports = new Float64Array(Object.keys(transports).length);
  readonly #codesByType = Array.from({ length: messageTypeCount + 1 }, () => new Float64Array(16));
  readonly #actions = new Float64Array(Object.keys(policyActions).length + 1);

  message(view: MessageView): void {
    this.messages += 1;
    count(this.#types, view.type);
    count(this.#transports, transportOf(view.socketProtocol));
    if (view.responseEnd - view.responseStart > responseCodeByte) {
      const code = view.buffer[view.responseStart + responseCodeByte]! & 0x0f;
      count(this.#codesByType[view.type] ?? this.#codesByType[0]!, code);
    }
    if (view.type !== messageTypes.CLIENT_RESPONSE) return;
    if (view.policyAction !== 0) count(this.#actions, view.policyAction);
  }

  #namedCodes(): Record<string, NamedCounts> {
    const names = Object.entries(messageTypes).map(
      ([name, type]) => [name, codesOf(this.#codesByType[type]!)] as const,
    );
    return Object.fromEntries(names.filter(([, codes]) => Object.keys(codes).length > 0));
  }

  report(): TrafficReport {
    return {
      messages: this.messages,
      types: named(messageTypes, this.#types),
      transports: named<Transport>(transports, this.#transports),
      response_codes: codesOf(this.#codesByType[messageTypes.CLIENT_RESPONSE]!),
      response_codes_by_type: this.#namedCodes(),
      policy_actions: named(policyActions, this.#actions),
    };
  }
}

function codesOf(table: Float64Array): NamedCounts {
  const codes = [...table].map((value, code) => [String(code), value] as const);
  return Object.fromEntries(codes.filter(([, value]) => value > 0));
}

/** Numbers beyond the table are those that came after it: they count as 0. */
function count(table: Float64Array, index: number): void {
  const at = index < table.length ? index : 0;
  table[at] = table[at]! + 1;
}

function named<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  table: Float64Array,
): NamedCounts {
  const names = Object.entries<number>(numbers).map(([name, number]) => [number, name] as const);
  const byNumber = new Map<number, string>([[0, 'other'], ...names]);
  return Object.fromEntries(
    [...table]
      .map((value, number) => [byNumber.get(number)!, value] as const)
      .filter(([, value]) => value > 0),
  );
}
