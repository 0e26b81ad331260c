/** A bench account is the account that the benchmark asks as, with the keys of its locations. */
export interface BenchAccount {
  readonly apiKey: string;
  readonly locationIds: readonly number[];
  readonly locationKeys: readonly string[];
}

/** Registers an account of the highest tier with that many locations. */
export async function makeAccount(url: string, adminKey: string, count = 3): Promise<BenchAccount> {
  const { token, user } = await call<{ token: string; user: { id: number } }>(
    url,
    'POST',
    '/api/auth/register',
    {
      email: 'bench@example.com',
      password: 'measured and measured',
    },
  );
  await call(url, 'PUT', `/api/admin/accounts/${user.id}/tier`, { tier: 'commercial' }, adminKey);
  const made = await call<{ api_key: string }>(
    url,
    'POST',
    '/api/account/api-keys',
    { label: 'bench' },
    token,
  );
  const locations: { id: number; api_key: string }[] = [];
  for (let number = 1; number <= count; number++) {
    const body = { location_name: `location ${number}` };
    locations.push(await call(url, 'POST', '/api/v1/dns-monitoring/locations', body, made.api_key));
  }
  return {
    apiKey: made.api_key,
    locationIds: locations.map(({ id }) => id),
    locationKeys: locations.map(({ api_key }) => api_key),
  };
}

/** Calls an operation of the API. Rejects on an answer that is no success. */
export async function call<Answer>(
  url: string,
  method: string,
  path: string,
  body: object | undefined,
  key?: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
