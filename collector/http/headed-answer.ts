/** A headed answer is an answer of the contract's shape with headers of its own. */
export class HeadedAnswer<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
