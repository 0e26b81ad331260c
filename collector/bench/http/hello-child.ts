import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { tellReady } from './server-process.ts';

// What Koa does by itself: the measure of all that is put on top.
const app = new Koa();
app.use((context) => {
  context.body = 'hello';
});
const server = app.listen(0, '127.0.0.1', () => {
  tellReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys: [] });
});
