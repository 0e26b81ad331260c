/** A session answer begins a session in the browser that gets it, or ends the one that it has. */
export class SessionAnswer<Body> {
  readonly body: Body;
  /** The session's token; undefined if it ends. It stands in no body: pages never see it. */
  readonly token: string | undefined;

  constructor(body: Body, token: string | undefined) {
    this.body = body;
    this.token = token;
  }
}
