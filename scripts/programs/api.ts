/** A small client of the collector's API. Rejects with the collector's own words when it refuses. */
export async function callApi(
  url: string,
  key: string,
  path: string,
  request: { method?: string; body?: string; contentType?: string } = {},
): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method: request.method ?? 'GET',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(request.body === undefined ? {} : { 'Content-Type': request.contentType ?? 'application/json' }),
    },
    body: request.body ?? null,
    signal: AbortSignal.timeout(15_000),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiError(response.status, JSON.stringify(answer));
  return answer;
}

export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** As much of the traffic statistics as is shown here. */
export interface Stats {
  readonly totals: { readonly queries: number; readonly answered: number; readonly unique_names: number };
  readonly open_threats: number;
  readonly top_names: readonly { readonly name: string; readonly count: number }[];
  readonly query_types: readonly { readonly query_type: string; readonly count: number }[];
  readonly response_codes: readonly { readonly response_code: string | null; readonly count: number }[];
  readonly transports: readonly { readonly transport: string; readonly count: number }[];
}

export async function getStats(url: string, key: string, top = 1): Promise<Stats> {
  return (await callApi(url, key, `/api/v1/dns-monitoring/stats?top=${top}`)) as Stats;
}
