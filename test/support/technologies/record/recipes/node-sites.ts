import type { Recipe } from '../recipe.ts';

const node = { 'Node.js': null };
const article = '# A page\n\nSome words about `code`.\n';

/** Frameworks and makers of sites from npm: what they build is served, or they serve it themselves. */
export const nodeSiteRecipes: readonly Recipe[] = [
  {
    name: 'Next.js',
    npm: ['next', 'react@19', 'react-dom@19'],
    files: {
      'package.json': '{"private":true}',
      'app/layout.js':
        "export default function L({children}) { return <html lang='en'><body>{children}</body></html>; }",
      'app/page.js': 'export default function P() { return <h1>A page</h1>; }',
    },
    before: ['next build --webpack'],
    run: 'exec next start -p $PORT -H 127.0.0.1',
    there: { 'Next.js': 'npm:next', React: 'npm:react', ...node },
  },
  {
    name: 'Nuxt',
    npm: ['nuxt', 'vue', 'vue-router'],
    files: {
      'package.json': '{"private":true,"type":"module"}',
      'app.vue': '<template><h1>A page</h1></template>',
    },
    before: ['nuxt build'],
    run: 'HOST=127.0.0.1 exec node .output/server/index.mjs',
    there: { Nuxt: 'npm:nuxt', 'Vue.js': 'npm:vue', ...node },
  },
  {
    name: 'Astro',
    npm: ['astro'],
    files: {
      'package.json': '{"private":true,"type":"module"}',
      'src/pages/index.astro':
        '<html lang="en"><head><meta name="generator" content={Astro.generator}><title>A</title></head><body><h1>A page</h1></body></html>',
    },
    before: ['astro build'],
    serve: 'dist',
    there: { Astro: 'npm:astro' },
  },
  {
    name: 'SvelteKit',
    npm: ['@sveltejs/kit', 'svelte', '@sveltejs/adapter-node', '@sveltejs/vite-plugin-svelte', 'vite'],
    files: {
      'package.json': '{"private":true,"type":"module"}',
      'vite.config.js':
        "import { sveltekit } from '@sveltejs/kit/vite'; import a from '@sveltejs/adapter-node'; export default { plugins: [sveltekit({ adapter: a() })] };",
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body data-sveltekit-preload-data="hover"><div>%sveltekit.body%</div></body></html>',
      'src/routes/+page.svelte': '<h1>A page</h1><style>h1 { color: red; }</style>',
    },
    before: ['vite build'],
    run: 'HOST=127.0.0.1 exec node build',
    there: { SvelteKit: 'npm:@sveltejs/kit', Svelte: 'npm:svelte', ...node },
  },
  {
    name: 'VitePress',
    npm: ['vitepress'],
    files: { 'package.json': '{"private":true,"type":"module"}', 'index.md': article },
    before: ['vitepress build'],
    serve: '.vitepress/dist',
    there: { VitePress: 'npm:vitepress', 'Vue.js': 'npm:vue' },
  },
  {
    name: 'Eleventy',
    npm: ['@11ty/eleventy'],
    files: {
      'package.json': '{"private":true}',
      'index.njk':
        '<!DOCTYPE html><html lang="en"><head><title>A</title><meta name="generator" content="{{ eleventy.generator }}"></head><body><h1>A page</h1></body></html>',
    },
    before: ['eleventy'],
    serve: '_site',
    there: { Eleventy: 'npm:@11ty/eleventy' },
  },
  {
    name: 'Hexo',
    npm: [
      'hexo',
      'hexo-renderer-ejs',
      'hexo-renderer-marked',
      'hexo-renderer-stylus',
      'hexo-generator-index',
      'hexo-theme-landscape',
    ],
    files: {
      'package.json':
        '{"private":true,"hexo":{"version":""},"dependencies":{"hexo":"*","hexo-renderer-ejs":"*","hexo-renderer-marked":"*","hexo-renderer-stylus":"*","hexo-generator-index":"*","hexo-theme-landscape":"*"}}',
      '_config.yml': 'title: A\nurl: https://site.example\ntheme: landscape\n',
      'source/_posts/a.md': '---\ntitle: A\ndate: 2024-01-01\n---\nWords.\n',
    },
    before: ['test -e node_modules || ln -s $MODULES node_modules', 'hexo generate'],
    serve: 'public',
    there: { Hexo: 'npm:hexo', jQuery: '3.6.4', Fancybox: null, jsDelivr: null },
  },
  {
    name: 'Docusaurus',
    npm: [
      '@docusaurus/core',
      '@docusaurus/preset-classic',
      '@docusaurus/faster',
      'react@19',
      'react-dom@19',
      '@mdx-js/react',
    ],
    files: {
      'package.json': '{"private":true}',
      'docusaurus.config.js':
        "export default { title: 'A', url: 'https://site.example', baseUrl: '/', presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]] };",
      'docs/index.md': `---\nslug: /\n---\n${article}`,
    },
    before: ['docusaurus build'],
    serve: 'build',
    there: { Docusaurus: 'npm:@docusaurus/core', React: 'npm:react', webpack: null },
  },
  {
    name: 'HonKit',
    npm: ['honkit'],
    files: { 'README.md': article, 'SUMMARY.md': '# Summary\n\n* [A](README.md)\n' },
    before: ['honkit build'],
    serve: '_book',
    there: { HonKit: 'npm:honkit' },
  },
  {
    name: 'JSDoc',
    npm: ['jsdoc'],
    files: { 'a.js': '/** A. */\nfunction a() {}\n' },
    before: ['jsdoc a.js -d out'],
    serve: 'out',
    there: { Prism: null },
  },
  {
    name: 'docsify',
    npm: ['docsify'],
    files: {
      'index.html': `<!DOCTYPE html><html><head><meta charset="UTF-8"><title>A</title><link rel="stylesheet" href="//cdn.jsdelivr.net/npm/docsify@{{npm:docsify}}/lib/themes/vue.css"></head>
<body><div id="app"></div><script>window.$docsify = {};</script><script src="//cdn.jsdelivr.net/npm/docsify@{{npm:docsify}}/lib/docsify.min.js"></script></body></html>`,
    },
    serve: '.',
    there: { docsify: 'npm:docsify', jsDelivr: null },
  },
  {
    name: 'reveal.js',
    npm: ['reveal.js'],
    before: ['cp $MODULES/reveal.js/index.html .'],
    serve: '.',
    there: {},
  },
  {
    name: 'Asciidoctor.js',
    npm: ['asciidoctor@3', '@asciidoctor/core@2'],
    files: { 'a.adoc': '= A page\n\nWords.\n' },
    before: ['asciidoctor a.adoc -o index.html'],
    serve: '.',
    there: { Asciidoctor: '2.0.23', 'Font Awesome': null, 'Google Fonts': null },
  },
  {
    name: 'Marp',
    npm: ['@marp-team/marp-cli'],
    files: { 'a.md': article },
    before: ['marp --no-stdin a.md -o index.html'],
    serve: '.',
    there: {},
  },
];
