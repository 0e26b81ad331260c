import type { Recipe } from '../recipe.ts';

const node = { 'Node.js': null };
const hello =
  '<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body><h1>A page</h1></body></html>';
const page = `const load = require; const page = ${JSON.stringify(hello)}; const port = Number(process.env.PORT);`;

/** A server of a few lines by a package. */
function server(name: string, npm: readonly string[], lines: string, there: Recipe['there']): Recipe {
  return {
    name,
    npm,
    files: { 'main.cjs': `${page}\n${lines}` },
    run: 'exec node main.cjs',
    there,
  };
}

export const nodeServerRecipes: readonly Recipe[] = [
  server(
    'Node.js by itself',
    [],
    "load('http').createServer((q, a) => a.end(page)).listen(port, '127.0.0.1');",
    node,
  ),
  server(
    'Express',
    ['express'],
    "const app = load('express')(); app.get('/', (q, a) => a.send(page)); app.listen(port, '127.0.0.1');",
    { Express: 'npm:express', ...node },
  ),
  server(
    'Express with sessions',
    ['express', 'express-session'],
    `const app = load('express')();
app.use(load('express-session')({ secret: 'a', resave: false, saveUninitialized: true }));
app.get('/', (q, a) => a.send(page)); app.listen(port, '127.0.0.1');`,
    { Express: 'npm:express', ...node },
  ),
  server(
    'Express behind Helmet',
    ['express', 'helmet'],
    `const app = load('express')(); app.use(load('helmet').default());
app.get('/', (q, a) => a.send(page)); app.listen(port, '127.0.0.1');`,
    { Express: 'npm:express', 'Content Security Policy': null, HSTS: null, ...node },
  ),
  server(
    'An error of Express',
    ['express'],
    "const app = load('express')(); app.listen(port, '127.0.0.1');",
    { Express: 'npm:express', 'Content Security Policy': null, ...node },
  ),
  server(
    'Koa',
    ['koa'],
    "const Koa = load('koa'); const app = new (Koa.default ?? Koa)(); app.use((c) => { c.body = page; }); app.listen(port, '127.0.0.1');",
    { Koa: 'npm:koa', ...node },
  ),
  server(
    'Koa with sessions',
    ['koa', 'koa-session'],
    `const Koa = load('koa'); const app = new (Koa.default ?? Koa)(); app.keys = ['a'];
const session = load('koa-session'); app.use((session.default ?? session.createSession ?? session)({}, app));
app.use((c) => { c.session.n = 1; c.body = page; }); app.listen(port, '127.0.0.1');`,
    { Koa: 'npm:koa', ...node },
  ),
  server(
    'Fastify',
    ['fastify'],
    "const app = load('fastify')(); app.get('/', (q, a) => a.type('text/html').send(page)); app.listen({ port, host: '127.0.0.1' });",
    node,
  ),
  server(
    'hapi',
    ['@hapi/hapi'],
    `const server = load('@hapi/hapi').server({ port, host: '127.0.0.1' });
server.route({ method: 'GET', path: '/', handler: () => page }); server.start();`,
    node,
  ),
  server(
    'Restify',
    ['restify'],
    `const server = load('restify').createServer(); server.get('/', (q, a, next) => { a.sendRaw(200, page, { 'content-type': 'text/html' }); next(); });
server.listen(port, '127.0.0.1');`,
    { Restify: 'npm:restify', ...node },
  ),
  server(
    'Polka',
    ['polka'],
    "load('polka')().get('/', (q, a) => a.end(page)).listen(port, '127.0.0.1');",
    node,
  ),
  server(
    'Connect',
    ['connect'],
    "const app = load('connect')(); app.use((q, a) => a.end(page)); app.listen(port, '127.0.0.1');",
    node,
  ),
  server(
    'Hono',
    ['hono', '@hono/node-server'],
    `const { Hono } = load('hono'); const app = new Hono(); app.get('/', (c) => c.html(page));
load('@hono/node-server').serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });`,
    node,
  ),
  server(
    'NestJS',
    ['@nestjs/core', '@nestjs/common', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'],
    `load('reflect-metadata'); const { Module, Controller, Get } = load('@nestjs/common'); const { NestFactory } = load('@nestjs/core');
class Home { index() { return page; } } Get()(Home.prototype, 'index', Object.getOwnPropertyDescriptor(Home.prototype, 'index')); Controller()(Home);
class Site {} Module({ controllers: [Home] })(Site);
NestFactory.create(Site, { logger: false }).then((app) => app.listen(port, '127.0.0.1'));`,
    { Express: null, ...node },
  ),
  server(
    'Apollo Server',
    ['@apollo/server', 'graphql'],
    `const { ApolloServer } = load('@apollo/server'); const { startStandaloneServer } = load('@apollo/server/standalone');
startStandaloneServer(new ApolloServer({ typeDefs: 'type Query { a: Int }' }), { listen: { port, host: '127.0.0.1' } });`,
    {
      'GraphQL Apollo Server': 'npm:@apollo/server',
      Express: null,
      'Google Fonts': null,
      'Content Security Policy': null,
      ...node,
    },
  ),
  server(
    'GraphQL Yoga',
    ['graphql-yoga', 'graphql'],
    `const { createYoga, createSchema } = load('graphql-yoga');
const yoga = createYoga({ graphqlEndpoint: '/', schema: createSchema({ typeDefs: 'type Query { a: Int }' }) });
load('http').createServer(yoga).listen(port, '127.0.0.1');`,
    { GraphiQL: null, React: null, unpkg: null, ...node },
  ),
  server(
    'Swagger UI of Express',
    ['express', 'swagger-ui-express'],
    `const app = load('express')(); const ui = load('swagger-ui-express');
app.use('/', ui.serve, ui.setup({ openapi: '3.0.0', info: { title: 'a', version: '1' }, paths: {} })); app.listen(port, '127.0.0.1');`,
    { 'Swagger UI': 'npm:swagger-ui-dist', Express: 'npm:express', ...node },
  ),
  {
    name: 'Redoc',
    npm: ['redoc@2.1.5'],
    files: {
      'index.html': `<!DOCTYPE html><html><head><title>API</title><meta charset="utf-8"></head><body><redoc spec-url="/api.json"></redoc>
<script src="https://cdn.redoc.ly/redoc/v{{npm:redoc}}/bundles/redoc.standalone.js"></script></body></html>`,
    },
    serve: '.',
    there: { Redoc: 'npm:redoc' },
  },
  server(
    'Socket.IO beside Express',
    ['express', 'socket.io'],
    `const app = load('express')(); const server = load('http').createServer(app); new (load('socket.io').Server)(server);
app.get('/', (q, a) => a.send(page.replace('</body>', '<script src="/socket.io/socket.io.js"></script></body>'))); server.listen(port, '127.0.0.1');`,
    { 'Socket.IO': 'npm:socket.io', Express: 'npm:express', ...node },
  ),
  {
    name: 'http-server',
    npm: ['http-server'],
    files: { 'index.html': hello },
    run: 'exec http-server . -p $PORT -a 127.0.0.1 -s',
    there: node,
  },
  {
    name: 'serve',
    npm: ['serve'],
    files: { 'index.html': hello },
    run: 'exec serve -n -L -l tcp://127.0.0.1:$PORT .',
    there: node,
  },
  {
    name: 'json-server',
    npm: ['json-server'],
    files: { 'db.json': '{"posts": [{"id": "1"}]}' },
    run: 'exec json-server --port $PORT --host 127.0.0.1 db.json',
    there: { 'Font Awesome': '5.8.2', Express: null, ...node },
  },
  {
    name: 'Browsersync',
    npm: ['browser-sync'],
    files: { 'index.html': hello },
    run: 'exec browser-sync start --server . --port $PORT --no-open --no-ui --listen 127.0.0.1',
    there: { Browsersync: 'npm:browser-sync', ...node },
  },
  {
    name: 'Verdaccio',
    npm: ['verdaccio'],
    files: {
      'config.yaml':
        'storage: ./storage\nuplinks: {}\npackages: {"**": {access: $all}}\nweb: {title: Packages}\nlog: {type: stdout, level: error}\n',
    },
    run: 'exec verdaccio --config config.yaml --listen 127.0.0.1:$PORT',
    there: { Verdaccio: 'npm:verdaccio', Express: null, 'Content Security Policy': null, ...node },
  },
  {
    name: 'Node-RED',
    npm: ['node-red'],
    run: 'exec node-red --userDir ./red --port $PORT',
    there: {
      'Node-RED': 'npm:node-red',
      Express: null,
      'Font Awesome': null,
      jQuery: null,
      'jQuery UI': null,
      ...node,
    },
  },
  {
    name: 'Vite, development',
    npm: ['vite'],
    files: {
      'index.html': hello.replace('</body>', '<script type="module" src="/main.js"></script></body>'),
      'main.js': '',
    },
    run: 'exec vite --port $PORT --host 127.0.0.1',
    there: { Vite: 'npm:vite', ...node },
  },
  {
    name: 'Vite, built',
    npm: ['vite'],
    files: {
      'index.html': hello.replace('</body>', '<script type="module" src="/main.js"></script></body>'),
      'main.js': "document.title = 'b';",
    },
    before: ['vite build'],
    serve: 'dist',
    there: { Vite: 'npm:vite' },
  },
  {
    name: 'Parcel, built',
    npm: ['parcel'],
    files: {
      'index.html': hello.replace('</body>', '<script type="module" src="main.js"></script></body>'),
      'main.js': "document.title = 'b';",
    },
    before: ['parcel build index.html --no-cache'],
    serve: 'dist',
    there: { Parcel: 'npm:parcel' },
  },
  {
    name: 'webpack, built',
    npm: ['webpack', 'webpack-cli', 'html-webpack-plugin'],
    files: {
      'main.js': "document.title = 'b';",
      'webpack.config.cjs':
        "const load = require; const H = load('html-webpack-plugin'); module.exports = { mode: 'production', entry: './main.js', plugins: [new H()] };",
    },
    before: ['webpack'],
    serve: 'dist',
    there: { webpack: 'npm:webpack' },
  },
];
