import type { Recipe } from '../recipe.ts';

type Library = readonly [technology: string, npm: string, file: string, cdnjs?: string];

const libraries: readonly Library[] = [
  ['jQuery', 'jquery', 'dist/jquery.min.js', 'jquery'],
  ['Bootstrap', 'bootstrap', 'dist/js/bootstrap.bundle.min.js', 'bootstrap'],
  ['Popper', '@popperjs/core', 'dist/umd/popper.min.js', 'popper.js'],
  ['Vue.js', 'vue', 'dist/vue.global.prod.js', 'vue'],
  ['Alpine.js', 'alpinejs', 'dist/cdn.min.js', 'alpinejs'],
  ['htmx', 'htmx.org', 'dist/htmx.min.js', 'htmx'],
  ['Preact', 'preact', 'dist/preact.min.js', 'preact'],
  ['D3', 'd3', 'dist/d3.min.js', 'd3'],
  ['Chart.js', 'chart.js', 'dist/chart.umd.js', 'Chart.js'],
  ['ECharts', 'echarts', 'dist/echarts.min.js', 'echarts'],
  ['Plotly', 'plotly.js-basic-dist-min', 'plotly-basic.min.js'],
  ['Three.js', 'three', 'build/three.module.min.js', 'three.js'],
  ['GSAP', 'gsap', 'dist/gsap.min.js', 'gsap'],
  ['Lottie', 'lottie-web', 'build/player/lottie.min.js', 'bodymovin'],
  ['Swiper', 'swiper', 'swiper-bundle.min.js', 'Swiper'],
  ['Slick', 'slick-carousel', 'slick/slick.min.js', 'slick-carousel'],
  ['Owl Carousel', 'owl.carousel', 'dist/owl.carousel.min.js', 'OwlCarousel2'],
  ['Moment.js', 'moment', 'min/moment.min.js', 'moment.js'],
  ['axios', 'axios', 'dist/axios.min.js', 'axios'],
  ['Lodash', 'lodash', 'lodash.min.js', 'lodash.js'],
  ['Underscore.js', 'underscore', 'underscore-umd-min.js', 'underscore.js'],
  ['Backbone.js', 'backbone', 'backbone-min.js', 'backbone.js'],
  ['Knockout.js', 'knockout', 'build/output/knockout-latest.js', 'knockout'],
  ['AngularJS', 'angular', 'angular.min.js', 'angular.js'],
  ['Modernizr', 'modernizr', 'lib/cli.js', 'modernizr'],
  ['RequireJS', 'requirejs', 'require.js', 'require.js'],
  ['SystemJS', 'systemjs', 'dist/system.min.js', 'systemjs'],
  ['core-js', 'core-js-bundle', 'minified.js', 'core-js'],
  ['Leaflet', 'leaflet', 'dist/leaflet.js', 'leaflet'],
  ['OpenLayers', 'ol', 'dist/ol.js', 'openlayers'],
  ['MapLibre GL', 'maplibre-gl', 'dist/maplibre-gl.js', 'maplibre-gl'],
  ['video.js', 'video.js', 'dist/video.min.js', 'video.js'],
  ['Plyr', 'plyr', 'dist/plyr.min.js', 'plyr'],
  ['hls.js', 'hls.js', 'dist/hls.min.js', 'hls.js'],
  ['Prism', 'prismjs', 'prism.js', 'prism'],
  ['MathJax', 'mathjax', 'es5/tex-mml-chtml.js', 'mathjax'],
  ['KaTeX', 'katex', 'dist/katex.min.js', 'KaTeX'],
  ['Quill', 'quill', 'dist/quill.js', 'quill'],
  ['TinyMCE', 'tinymce', 'tinymce.min.js', 'tinymce'],
  ['Select2', 'select2', 'dist/js/select2.min.js', 'select2'],
  ['DataTables', 'datatables.net', 'js/dataTables.min.js', 'datatables.net'],
  ['SweetAlert2', 'sweetalert2', 'dist/sweetalert2.all.min.js', 'limonte-sweetalert2'],
  ['AOS', 'aos', 'dist/aos.js', 'aos'],
  ['Lazysizes', 'lazysizes', 'lazysizes.min.js', 'lazysizes'],
  ['Masonry', 'masonry-layout', 'dist/masonry.pkgd.min.js', 'masonry'],
  ['Isotope', 'isotope-layout', 'dist/isotope.pkgd.min.js', 'jquery.isotope'],
  ['FullCalendar', 'fullcalendar', 'index.global.min.js', 'fullcalendar'],
  ['flatpickr', 'flatpickr', 'dist/flatpickr.min.js', 'flatpickr'],
  ['Fancybox', '@fancyapps/ui', 'dist/fancybox/fancybox.umd.js'],
  ['Lightbox', 'lightbox2', 'dist/js/lightbox.min.js', 'lightbox2'],
  ['UIkit', 'uikit', 'dist/js/uikit.min.js', 'uikit'],
  ['Foundation', 'foundation-sites', 'dist/js/foundation.min.js', 'foundation'],
  ['Materialize', 'materialize-css', 'dist/js/materialize.min.js', 'materialize'],
  ['Semantic UI', 'semantic-ui-css', 'semantic.min.js', 'semantic-ui'],
  ['Socket.IO', 'socket.io-client', 'dist/socket.io.min.js', 'socket.io'],
  ['Mithril', 'mithril', 'mithril.min.js', 'mithril'],
  ['Riot', 'riot', 'riot.min.js', 'riot'],
  ['jQuery Migrate', 'jquery-migrate', 'dist/jquery-migrate.min.js', 'jquery-migrate'],
  ['jQuery UI', 'jquery-ui-dist', 'jquery-ui.min.js', 'jqueryui'],
  ['Stimulus', '@hotwired/stimulus', 'dist/stimulus.umd.js'],
  ['React', 'react@18', 'umd/react.production.min.js', 'react'],
  ['highlight.js', '@highlightjs/cdn-assets', 'highlight.min.js', 'highlight.js'],
  ['Workbox', 'workbox-window', 'build/workbox-window.prod.umd.js'],
];

const styles: readonly Library[] = [
  ['Bulma', 'bulma', 'css/bulma.min.css', 'bulma'],
  ['Animate.css', 'animate.css', 'animate.min.css', 'animate.css'],
  ['Bootstrap Icons', 'bootstrap-icons', 'font/bootstrap-icons.min.css', 'bootstrap-icons'],
  ['Font Awesome', '@fortawesome/fontawesome-free', 'css/all.min.css', 'font-awesome'],
];

interface Form {
  readonly name: string;
  readonly brings: readonly string[];
  readonly address: (library: Library) => string | undefined;
}

/** The npm name without what a recipe asks for. */
const bare = (npm: string) => npm.replace(/(?<=.)@.*$/, '');
const base = (file: string) => file.split('/').at(-1)!;
const forms: readonly Form[] = [
  {
    name: 'jsDelivr',
    brings: ['jsDelivr'],
    address: ([, npm, file]) => `https://cdn.jsdelivr.net/npm/${bare(npm)}@{{npm:${bare(npm)}}}/${file}`,
  },
  {
    name: 'unpkg',
    brings: ['unpkg'],
    address: ([, npm, file]) => `https://unpkg.com/${bare(npm)}@{{npm:${bare(npm)}}}/${file}`,
  },
  {
    name: 'cdnjs',
    brings: ['cdnjs'],
    address: ([, npm, file, cdnjs]) =>
      cdnjs && `https://cdnjs.cloudflare.com/ajax/libs/${cdnjs}/{{npm:${bare(npm)}}}/${base(file)}`,
  },
  {
    name: 'its own folder',
    brings: [],
    address: ([, npm, file]) => `/vendor/${bare(npm)}/${base(file)}?v=20240117`,
  },
  {
    name: 'names with versions',
    brings: [],
    address: ([, npm, file]) => {
      const name = base(file);
      const at = name.search(/\.(?:min\.)?(?:js|css)$/);
      return `/js/${name.slice(0, at)}-{{npm:${bare(npm)}}}${name.slice(at)}`;
    },
  },
];
const perSite = 5;

/** Pages around the scripts of libraries, at the addresses and in the versions that they have. */
export const libraryRecipes: readonly Recipe[] = forms.flatMap((form) => {
  const scripts = libraries.filter((library) => form.address(library) !== undefined);
  return Array.from({ length: Math.ceil(scripts.length / perSite) }, (_, site): Recipe => {
    const used = scripts.slice(site * perSite, (site + 1) * perSite);
    const style = styles[site % styles.length]!;
    const sheet = form.address(style);
    const all = sheet === undefined ? used : [...used, style];
    return {
      name: `Libraries of ${form.name}, ${site + 1}`,
      npm: all.map(([, npm]) => npm),
      files: {
        'index.html': `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
${sheet === undefined ? '' : `<link rel="stylesheet" href="${sheet}">`}
${used.map((library) => `<script src="${form.address(library)}" defer></script>`).join('\n')}
</head><body><h1>A page</h1></body></html>`,
      },
      serve: '.',
      there: Object.fromEntries([
        ...form.brings.map((name) => [name, null] as const),
        ...all.map(([technology, npm]) => [technology, `npm:${bare(npm)}`] as const),
      ]),
    };
  });
});
