/** An agent that has sent nothing for so long is called silent: it ships every few seconds when there is traffic. */
export const silentAfterMs = 5 * 60_000;
