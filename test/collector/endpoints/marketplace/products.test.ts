import test from 'ava';
import { changeFeed } from '../../../../collector/domain/intelligence/threat-intel/feeds/change-feed.ts';
import { feeds } from '../../../../collector/sources/feeds/index.ts';
import { startTestApi } from '../../../support/http/http.ts';

interface Product {
  id: string;
  kind: string;
  state: string | null;
  licence: string;
  note: string | null;
}

const path = '/api/v2/marketplace/products';

async function setUp(t: Parameters<typeof startTestApi>[0]) {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const list = async (query = '', by: string | undefined = key) => {
    const answer = await api.get(`${path}?limit=1000&${query}`, by);
    t.is(answer.status, 200, answer.text);
    return answer.body as unknown as { count: number; products: Product[]; kinds: Record<string, number> };
  };
  return { api, key, list };
}

test('the products are what runs here: each feed with its licence and its true state', async (t) => {
  const { api, list } = await setUp(t);
  const [feed] = feeds;
  await changeFeed(feed!, { enabled: true }, api.world.ports);
  const { products, count, kinds } = await list();
  t.is(products.length, count);
  t.is(new Set(products.map(({ id }) => id)).size, count);
  t.is(kinds.feed, feeds.length);
  t.like(
    products.find(({ id }) => id === `feed:${feed!.id}`),
    { state: 'pending', licence: feed!.licence },
  );
  t.like(
    products.find(({ id }) => id === `feed:${feeds[1]!.id}`),
    { state: 'available' },
  );
  t.like(
    products.find(({ id }) => id === 'check:dnssec'),
    { state: 'active', licence: 'MIT' },
  );
  t.like(
    products.find(({ id }) => id === 'check:blocklists'),
    { state: 'not_configured' },
  );
  t.like(
    products.find(({ id }) => id === 'integration:notice-email'),
    { state: 'not_configured' },
  );
  t.like(
    products.find(({ id }) => id === 'own:review'),
    { kind: 'own', licence: 'By contract' },
  );
  for (const { licence, id } of products) t.true(licence.length > 0, id);
});

test('products are filtered, found by words and paged', async (t) => {
  const { api, list, key } = await setUp(t);
  t.true((await list('kind=detector')).products.every(({ kind }) => kind === 'detector'));
  t.deepEqual(
    (await list('state=not_configured&kind=integration')).products.map(({ id }) => id),
    ['integration:notice-email'],
  );
  const tunnels = (await list('q=tunnel+answers')).products;
  t.is(tunnels[0]?.id, 'detector:dns_tunnel_answers');
  t.is((await list('q=xyzzy')).count, 0);
  t.is((await list('licence=mit&kind=check')).count, (await list('kind=check')).count);
  const page = await api.get(`${path}?limit=2&offset=1`, key);
  t.is((page.body.products as Product[])[0]?.id, (await list()).products[1]?.id);
  t.is((await api.get(`${path}?limit=0`, key)).status, 400);
});

test('who has no account sees what there is, and not how it is doing', async (t) => {
  const { api, key } = await setUp(t);
  const anonymous = await api.get(path);
  const { products } = anonymous.body as unknown as { products: Product[] };
  t.true(products.every(({ state, note }) => state === null && note === null));
  t.is((await api.get(`${path}?state=active`)).body.count, 0);
  const tag = anonymous.headers.get('etag')!;
  t.is((await api.request(path, { headers: { 'if-none-match': tag } })).status, 304);
  const other = await api.request(path, {
    headers: { 'if-none-match': tag, authorization: `Bearer ${key}` },
  });
  t.is(other.status, 200, 'what a caller with an account sees is named by another tag');
});

test('an administrator sees what is wrong with content files', async (t) => {
  const { api, key } = await setUp(t);
  const { key: admin } = await api.world.addAccount('root@example.com', { administrator: true });
  const { courses } = api.world.contents;
  courses.current = { ...courses.current, problems: [{ file: 'x.json', line: 3, message: 'No.' }] };
  t.is((await api.get('/api/admin/content', key)).status, 403);
  const { content } = (await api.get('/api/admin/content', admin)).body as { content: { kind: string }[] };
  t.like(
    content.find(({ kind }) => kind === 'courses'),
    {
      items: 3,
      problems: [{ file: 'x.json', line: 3, message: 'No.' }],
    },
  );
});
