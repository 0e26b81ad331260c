import type { Recipe } from '../recipe.ts';

const python = { Python: 'python:' };
const hello =
  '<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body><h1>A page</h1></body></html>';
const wsgi = `PAGE = '''${hello}'''
def app(environ, start):
    start('200 OK', [('Content-Type', 'text/html; charset=utf-8')])
    return [PAGE.encode()]
`;
const asgi = `PAGE = '''${hello}'''
async def app(scope, receive, send):
    if scope['type'] != 'http':
        return
    await send({'type': 'http.response.start', 'status': 200, 'headers': [(b'content-type', b'text/html')]})
    await send({'type': 'http.response.body', 'body': PAGE.encode()})
`;
const article = 'A page\n======\n\nSome words about ``code``.\n';

/** A program of a few lines. */
function program(
  name: string,
  pip: readonly string[],
  lines: string,
  there: Recipe['there'],
  run = 'exec $VENV/python main.py',
): Recipe {
  return {
    name,
    pip,
    files: { 'main.py': `import os\nPORT = int(os.environ['PORT'])\nPAGE = '''${hello}'''\n${lines}` },
    run,
    there,
  };
}

function served(
  name: string,
  pip: readonly string[],
  app: string,
  run: string,
  there: Recipe['there'],
): Recipe {
  return { name, pip, files: { 'main.py': app }, run: `exec $VENV/${run}`, there };
}

function built(
  name: string,
  pip: readonly string[],
  files: Recipe['files'],
  command: string,
  serve: string,
  there: Recipe['there'],
): Recipe {
  return { name, pip, files: files!, before: [`PATH=$VENV:$PATH ${command}`], serve, there };
}

export const pythonRecipes: readonly Recipe[] = [
  program(
    'Flask',
    ['flask'],
    "from flask import Flask, session\napp = Flask(__name__)\napp.secret_key = 'a'\n@app.route('/')\ndef home():\n    session['a'] = 1\n    return PAGE\napp.run(port=PORT)\n",
    { Flask: 'pip:flask', Werkzeug: 'pip:werkzeug', ...python },
  ),
  program(
    'Django, development',
    ['django'],
    `import sys
from django.conf import settings
from django.http import HttpResponse
from django.urls import path
from django.middleware.csrf import get_token
def home(request):
    get_token(request)
    return HttpResponse(PAGE)
urlpatterns = [path('', home)]
settings.configure(DEBUG=False, SECRET_KEY='a', ROOT_URLCONF='__main__', ALLOWED_HOSTS=['*'], MIDDLEWARE=['django.middleware.security.SecurityMiddleware', 'django.middleware.csrf.CsrfViewMiddleware', 'django.middleware.clickjacking.XFrameOptionsMiddleware'])
from django.core.management import execute_from_command_line
execute_from_command_line(['main.py', 'runserver', '--noreload', f'127.0.0.1:{PORT}'])
`,
    { Django: 'pip:django', ...python },
  ),
  served('Gunicorn', ['gunicorn'], wsgi, 'gunicorn -b 127.0.0.1:$PORT main:app', {
    Gunicorn: 'pip:gunicorn',
    ...python,
  }),
  served('Waitress', ['waitress'], wsgi, 'waitress-serve --host 127.0.0.1 --port $PORT main:app', {
    Waitress: 'pip:waitress',
    ...python,
  }),
  served('Uvicorn', ['uvicorn'], asgi, 'uvicorn --host 127.0.0.1 --port $PORT main:app', {
    Uvicorn: 'pip:uvicorn',
    ...python,
  }),
  served('Hypercorn', ['hypercorn'], asgi, 'hypercorn --bind 127.0.0.1:$PORT main:app', {
    Hypercorn: 'pip:hypercorn',
    ...python,
  }),
  served('Daphne', ['daphne'], asgi, 'daphne -b 127.0.0.1 -p $PORT main:app', {
    Daphne: 'pip:daphne',
    ...python,
  }),
  served('Granian', ['granian'], asgi, 'granian --interface asgi --host 127.0.0.1 --port $PORT main:app', {
    Granian: 'pip:granian',
    ...python,
  }),
  program(
    'FastAPI, its documentation',
    ['fastapi', 'uvicorn'],
    "from fastapi import FastAPI\nimport uvicorn\napp = FastAPI(docs_url='/')\nuvicorn.run(app, host='127.0.0.1', port=PORT)\n",
    { Uvicorn: 'pip:uvicorn', 'Swagger UI': '5', jsDelivr: null, ...python },
  ),
  program(
    'FastAPI, ReDoc',
    ['fastapi', 'uvicorn'],
    "from fastapi import FastAPI\nimport uvicorn\napp = FastAPI(redoc_url='/', docs_url=None)\nuvicorn.run(app, host='127.0.0.1', port=PORT)\n",
    { Uvicorn: 'pip:uvicorn', Redoc: '2', jsDelivr: null, 'Google Fonts': null, ...python },
  ),
  program(
    'Tornado',
    ['tornado'],
    "import asyncio, tornado.web\nclass H(tornado.web.RequestHandler):\n    def get(self):\n        self.write(PAGE)\nasync def main():\n    tornado.web.Application([('/', H)]).listen(PORT, '127.0.0.1')\n    await asyncio.Event().wait()\nasyncio.run(main())\n",
    { Tornado: 'pip:tornado', ...python },
  ),
  program(
    'aiohttp',
    ['aiohttp'],
    "from aiohttp import web\nasync def home(request):\n    return web.Response(text=PAGE, content_type='text/html')\napp = web.Application()\napp.add_routes([web.get('/', home)])\nweb.run_app(app, host='127.0.0.1', port=PORT)\n",
    python,
  ),
  program(
    'Bottle',
    ['bottle'],
    "import bottle\n@bottle.route('/')\ndef home():\n    return PAGE\nbottle.run(host='127.0.0.1', port=PORT)\n",
    python,
  ),
  program(
    'CherryPy',
    ['cherrypy', 'setuptools<81'],
    "import cherrypy\nclass Home:\n    @cherrypy.expose\n    def index(self):\n        return PAGE\ncherrypy.config.update({'server.socket_port': PORT, 'server.socket_host': '127.0.0.1'})\ncherrypy.quickstart(Home())\n",
    { CherryPy: 'pip:cherrypy', ...python },
  ),
  program(
    'Twisted Web',
    ['twisted'],
    "from twisted.web import server, resource\nfrom twisted.internet import reactor\nclass Home(resource.Resource):\n    isLeaf = True\n    def render_GET(self, request):\n        return PAGE.encode()\nreactor.listenTCP(PORT, server.Site(Home()), interface='127.0.0.1')\nreactor.run()\n",
    { 'Twisted Web': 'pip:twisted', ...python },
  ),
  program(
    'Falcon of wsgiref',
    ['falcon'],
    "import falcon\nfrom wsgiref.simple_server import make_server\nclass Home:\n    def on_get(self, req, resp):\n        resp.content_type = 'text/html'\n        resp.text = PAGE\napp = falcon.App()\napp.add_route('/', Home())\nmake_server('127.0.0.1', PORT, app).serve_forever()\n",
    python,
  ),
  program(
    'Quart',
    ['quart'],
    "from quart import Quart\napp = Quart(__name__)\n@app.route('/')\nasync def home():\n    return PAGE\napp.run(host='127.0.0.1', port=PORT)\n",
    { Hypercorn: 'pip:hypercorn', ...python },
  ),
  program(
    'Sanic',
    ['sanic', 'setuptools<81'],
    "from sanic import Sanic, html\napp = Sanic('a')\n@app.get('/')\nasync def home(request):\n    return html(PAGE)\nif __name__ == '__main__':\n    app.run(host='127.0.0.1', port=PORT, single_process=True)\n",
    python,
  ),
  program(
    'Pyramid of Waitress',
    ['pyramid', 'waitress', 'setuptools<81'],
    "from pyramid.config import Configurator\nfrom pyramid.response import Response\nfrom waitress import serve\nwith Configurator() as c:\n    c.add_route('home', '/')\n    c.add_view(lambda r: Response(PAGE), route_name='home')\n    app = c.make_wsgi_app()\nserve(app, host='127.0.0.1', port=PORT)\n",
    { Waitress: 'pip:waitress', ...python },
  ),
  {
    name: 'http.server',
    files: { 'index.html': hello },
    run: 'exec python3 -m http.server --bind 127.0.0.1 $PORT',
    there: python,
  },
  served(
    'Streamlit',
    ['streamlit'],
    "import streamlit as st\nst.write('A page')\n",
    'streamlit run main.py --server.headless true --server.address 127.0.0.1 --server.port $PORT --browser.gatherUsageStats false',
    { Streamlit: 'pip:streamlit', Uvicorn: 'pip:uvicorn', ...python },
  ),
  program(
    'Dash',
    ['dash'],
    "from dash import Dash, html\napp = Dash()\napp.layout = html.H1('A page')\napp.run(host='127.0.0.1', port=PORT)\n",
    { Dash: 'pip:dash', Flask: 'pip:flask', Werkzeug: 'pip:werkzeug', React: null, ...python },
  ),
  served(
    'Jupyter',
    ['jupyterlab'],
    '',
    'jupyter lab --no-browser --allow-root --ip 127.0.0.1 --port $PORT --port-retries 0',
    { Jupyter: null, Tornado: 'pip:tornado', Bootstrap: null, 'Content Security Policy': null, ...python },
  ),
  served('Datasette', ['datasette'], '', 'datasette --host 127.0.0.1 --port $PORT --memory', {
    Datasette: 'pip:datasette',
    Uvicorn: 'pip:uvicorn',
    ...python,
  }),
  served('pypiserver', ['pypiserver'], '', 'pypi-server run -i 127.0.0.1 -p $PORT .', {
    Waitress: null,
    ...python,
  }),
  built(
    'MkDocs',
    ['mkdocs<2'],
    { 'mkdocs.yml': 'site_name: A\nsite_url: https://site.example/\n', 'docs/index.md': '# A\n' },
    'mkdocs build -q',
    'site',
    { MkDocs: 'pip:mkdocs', Bootstrap: null, 'highlight.js': '11.8.0', cdnjs: null, 'Font Awesome': null },
  ),
  built(
    'Material for MkDocs',
    ['mkdocs<2', 'mkdocs-material'],
    {
      'mkdocs.yml': 'site_name: A\nsite_url: https://site.example/\ntheme: {name: material}\n',
      'docs/index.md': '# A\n',
    },
    'mkdocs build -q',
    'site',
    { 'Material for MkDocs': 'pip:mkdocs-material', MkDocs: 'pip:mkdocs', 'Google Fonts': null },
  ),
  built(
    'Sphinx',
    ['sphinx'],
    { 'conf.py': "project = 'A'\n", 'index.rst': article },
    'sphinx-build -q . out',
    'out',
    { Sphinx: 'pip:sphinx' },
  ),
  built(
    'Sphinx, theme of Read the Docs',
    ['sphinx', 'sphinx-rtd-theme'],
    { 'conf.py': "project = 'A'\nhtml_theme = 'sphinx_rtd_theme'\n", 'index.rst': article },
    'sphinx-build -q . out',
    'out',
    { Sphinx: 'pip:sphinx', jQuery: null },
  ),
  built(
    'Sphinx, Furo',
    ['sphinx', 'furo'],
    { 'conf.py': "project = 'A'\nhtml_theme = 'furo'\n", 'index.rst': article },
    'sphinx-build -q . out',
    'out',
    { Sphinx: 'pip:sphinx' },
  ),
  built(
    'Pelican',
    ['pelican[markdown]'],
    {
      'content/a.md': 'Title: A\nDate: 2024-01-01\n\nWords.\n',
      'pelicanconf.py': "SITENAME = 'A'\nSITEURL = ''\n",
    },
    'pelican content -o out -s pelicanconf.py -q',
    'out',
    { Pelican: 'pip:pelican' },
  ),
  built(
    'pdoc',
    ['pdoc'],
    { 'a.py': '"""A."""\n' },
    'pdoc ./a.py -o out && cp out/a.html out/index.html',
    'out',
    { pdoc: 'pip:pdoc' },
  ),
];
