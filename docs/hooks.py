"""What mkdocs is told beyond mkdocs.yml, so that the site is made of the pages that GitHub shows.

The README is the first page. Links that lead out of docs/ go to the repository, and what they name
has to be there. Headings have the anchors that GitHub gives them.
"""

import logging
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[#/])([^)#\s]+)")
LOG = logging.getLogger("mkdocs.hooks")


def on_config(config):
    config.mdx_configs["toc"]["slugify"] = anchor
    return config


def on_files(files, config):
    readme = (root(config) / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=readme))
    return files


def on_page_markdown(markdown, page, config, files):
    source = "README.md" if page.file.src_uri == "index.md" else "docs/" + page.file.src_uri
    return LINK.sub(lambda link: target(link[1], source, config), markdown)


def target(link, source, config):
    """Where a link leads, as a page of the site or as a URL of the repository."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    if path == "README.md":
        path = "docs/index.md"
    elif not path.startswith("docs/"):
        if not (root(config) / path).exists():
            LOG.warning("%s has a link to '%s', which is not there", source, link)
        kind = "tree" if (root(config) / path).is_dir() else "blob"
        return f"{config.extra['source']}/{kind}/main/{path}"
    page = "docs/index.md" if source == "README.md" else source
    return posixpath.relpath(path, posixpath.dirname(page))


def anchor(heading, separator):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def root(config):
    return Path(config.config_file_path).parent
