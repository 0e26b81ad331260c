/**
 * The limit of silence is the time after which an agent that has sent nothing is called silent: it ships every few
 * seconds when there is traffic.
 */
export const silentAfterMs = 5 * 60_000;
