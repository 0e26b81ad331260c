import protobuf from 'protobufjs';
import { encodeControlFrame } from '../../../resolver-plugin/dnstap/control-frame.ts';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { dnstapContentType } from '../../../resolver-plugin/dnstap/frame-stream-reader.ts';
import type { MessageView } from '../../../resolver-plugin/dnstap/message-view.ts';
import type { DnstapSink } from '../../../resolver-plugin/dnstap/sink.ts';

/** dnstap.proto as published by the dnstap project, without its comments. */
const schema = `
syntax = "proto2";
package dnstap;
message Dnstap {
  optional bytes identity = 1; optional bytes version = 2; optional bytes extra = 3;
  required int32 type = 15; optional Message message = 14;
}
message Policy {
  optional string type = 1; optional bytes rule = 2; optional int32 action = 3; optional int32 match = 4;
  optional bytes value = 5;
}
message Message {
  required int32 type = 1; optional int32 socket_family = 2; optional int32 socket_protocol = 3;
  optional bytes query_address = 4; optional bytes response_address = 5;
  optional uint32 query_port = 6; optional uint32 response_port = 7;
  optional uint64 query_time_sec = 8; optional fixed32 query_time_nsec = 9; optional bytes query_message = 10;
  optional bytes query_zone = 11;
  optional uint64 response_time_sec = 12; optional fixed32 response_time_nsec = 13;
  optional bytes response_message = 14;
  optional Policy policy = 15; optional int32 http_protocol = 16;
}`;

/** The message as another implementation of protobuf knows it. */
export const dnstapType = protobuf.parse(schema, { keepCase: true }).root.lookupType('dnstap.Dnstap');

export interface PolicyFields {
  type?: string;
  rule?: Uint8Array;
  action?: number;
  match?: number;
  value?: Uint8Array;
}

export interface MessageFields {
  type: number;
  socket_family?: number;
  socket_protocol?: number;
  query_address?: Uint8Array;
  response_address?: Uint8Array;
  query_port?: number;
  response_port?: number;
  query_time_sec?: number;
  query_time_nsec?: number;
  query_message?: Uint8Array;
  query_zone?: Uint8Array;
  response_time_sec?: number;
  response_time_nsec?: number;
  response_message?: Uint8Array;
  policy?: PolicyFields;
  http_protocol?: number;
}

export interface DnstapFields {
  identity?: Uint8Array;
  version?: Uint8Array;
  extra?: Uint8Array;
  type: number;
  message?: MessageFields;
}

export function encodeDnstap(fields: DnstapFields): Buffer {
  return Buffer.from(dnstapType.encode(dnstapType.create(fields)).finish());
}

export function dataFrame(payload: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

/** A unidirectional stream, as in a file. */
export function frameStream(payloads: readonly Uint8Array[]): Buffer {
  return Buffer.concat([
    encodeControlFrame('start', dnstapContentType),
    ...payloads.map(dataFrame),
    encodeControlFrame('stop'),
  ]);
}

export function sampleMessage(change: Partial<MessageFields> = {}): DnstapFields {
  return {
    identity: Buffer.from('resolver.example'),
    version: Buffer.from('resolver 1.0'),
    type: 1,
    message: {
      type: 5,
      socket_family: 1,
      socket_protocol: 1,
      query_address: Buffer.from([192, 0, 2, 1]),
      query_port: 40_000,
      query_time_sec: 1_770_000_000,
      query_time_nsec: 123_456_789,
      query_message: Buffer.from('000101000001000000000000076578616d706c6503636f6d0000010001', 'hex'),
      ...change,
    },
  };
}

/** What a view says, with the bytes copied out of the frame. */
export function copyOf(view: MessageView) {
  const bytes = (start: number, end: number): string => view.buffer.toString('hex', start, end);
  return {
    identity: bytes(view.identityStart, view.identityEnd),
    version: bytes(view.versionStart, view.versionEnd),
    extra: bytes(view.extraStart, view.extraEnd),
    type: view.type,
    socket_family: view.socketFamily,
    socket_protocol: view.socketProtocol,
    http_protocol: view.httpProtocol,
    query_address: bytes(view.queryAddressStart, view.queryAddressEnd),
    response_address: bytes(view.responseAddressStart, view.responseAddressEnd),
    query_port: view.queryPort,
    response_port: view.responsePort,
    query_time_sec: view.querySeconds,
    query_time_nsec: view.queryNanoseconds,
    response_time_sec: view.responseSeconds,
    response_time_nsec: view.responseNanoseconds,
    query_message: bytes(view.queryStart, view.queryEnd),
    response_message: bytes(view.responseStart, view.responseEnd),
    query_zone: bytes(view.zoneStart, view.zoneEnd),
    policy_type: view.buffer.toString('utf8', view.policyTypeStart, view.policyTypeEnd),
    policy_rule: bytes(view.policyRuleStart, view.policyRuleEnd),
    policy_value: bytes(view.policyValueStart, view.policyValueEnd),
    policy_action: view.policyAction,
    policy_match: view.policyMatch,
  };
}

export type MessageCopy = ReturnType<typeof copyOf>;

/** A sink that keeps what came. */
export function collectingTarget() {
  const messages: MessageCopy[] = [];
  const sink: DnstapSink = { message: (view) => void messages.push(copyOf(view)) };
  return { messages, sink, counters: new DnstapCounters() };
}
