/**
 * A message view holds one dnstap message, as numbers and as places in the frame that it lies in. One view is filled
 * again and again: what it says is valid until the next message is read. A range with equal ends is an absent (or
 * empty) field.
 *
 * The names are those of dnstap.proto; "query" fields tell of the initiator, "response" fields of the responder.
 */
export class MessageView {
  /** The bytes that the ranges point into. */
  buffer: Buffer = Buffer.alloc(0);

  /** One of `messageTypes`. */
  type = 0;
  /** One of `socketFamilies`, or 0; unknown families are kept as they came. */
  socketFamily = 0;
  /** `SocketProtocol`; see `transportOf`. 0 if absent. */
  socketProtocol = 0;
  /** `HttpProtocol`: 1 HTTP/1, 2 HTTP/2, 3 HTTP/3; 0 if absent. */
  httpProtocol = 0;

  /** 4 or 16 bytes. */
  queryAddressStart = 0;
  queryAddressEnd = 0;
  responseAddressStart = 0;
  responseAddressEnd = 0;
  queryPort = 0;
  responsePort = 0;

  /** Seconds since 1970 and the nanoseconds within; both 0 if absent. */
  querySeconds = 0;
  queryNanoseconds = 0;
  responseSeconds = 0;
  responseNanoseconds = 0;

  /** DNS messages in wire format, up to 65,535 bytes. */
  queryStart = 0;
  queryEnd = 0;
  responseStart = 0;
  responseEnd = 0;
  /** The zone a query was sent to, as a wire-format name. */
  zoneStart = 0;
  zoneEnd = 0;

  identityStart = 0;
  identityEnd = 0;
  versionStart = 0;
  versionEnd = 0;
  extraStart = 0;
  extraEnd = 0;

  /** The resolver's policy that was applied: its kind ("RPZ"), the rule (for RPZ an owner name in wire format). */
  policyTypeStart = 0;
  policyTypeEnd = 0;
  policyRuleStart = 0;
  policyRuleEnd = 0;
  policyValueStart = 0;
  policyValueEnd = 0;
  /** One of `policyActions`, or 0. */
  policyAction = 0;
  /**
   * The matched part: 1 the name asked for, 2 the client, 3 an address in the response, 4 and 5 a name server; or 0.
   */
  policyMatch = 0;

  clear(buffer: Buffer): void {
    this.buffer = buffer;
    this.type = this.socketFamily = this.socketProtocol = this.httpProtocol = 0;
    this.queryAddressStart = this.queryAddressEnd = this.responseAddressStart = this.responseAddressEnd = 0;
    this.queryPort = this.responsePort = 0;
    this.querySeconds = this.queryNanoseconds = this.responseSeconds = this.responseNanoseconds = 0;
    this.queryStart = this.queryEnd = this.responseStart = this.responseEnd = 0;
    this.zoneStart = this.zoneEnd = this.identityStart = this.identityEnd = 0;
    this.versionStart = this.versionEnd = this.extraStart = this.extraEnd = 0;
    this.policyTypeStart = this.policyTypeEnd = this.policyRuleStart = this.policyRuleEnd = 0;
    this.policyValueStart = this.policyValueEnd = this.policyAction = this.policyMatch = 0;
  }
}
