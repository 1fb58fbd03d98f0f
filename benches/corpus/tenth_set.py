"""The tenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/tenth_set.py install
    python benches/corpus/tenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import tenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_DEEP = """(function has(root) {
  return [...root.querySelectorAll("*")].some(one => one.shadowRoot &&
    (one.shadowRoot.textContent.includes("rain-gauge.yaml") || has(one.shadowRoot)));
})(document)"""
TENTH: dict[str, Application] = {
    "pgadmin": Application(
        "pip", ("pgadmin4==9.18",),
        ("env", "PGADMIN_INT_PORT={port}", "{bin}/python", "{home}/program/pgAdmin4.py"),
        tenth_data.servers),
    "airflow": Application(
        "pip", ("apache-airflow==3.3.2",),
        ("env", "AIRFLOW_HOME={home}", *tenth_data.SETTINGS, "{bin}/airflow", "api-server",
         "--host", "127.0.0.1", "--port", "{port}", "--workers", "1"), tenth_data.dags),
    "esphome": Application(
        "pip", ("esphome==2026.6.5",),
        ("{bin}/esphome", "dashboard", "--address", "127.0.0.1", "--port", "{port}",
         "{home}/devices"), tenth_data.devices),
    "storybook": Application(
        "npm", ("storybook@10.6.7", "@storybook/html-vite@10.6.0", "vite@7.3.8",
                "@storybook/addon-docs@10.6.7", "@storybook/addon-a11y@10.6.7"),
        _FOLDER, tenth_data.stories),
    "actual": Application(
        "npm", ("@actual-app/web@26.9.0",),
        (sys.executable, "{home}/isolated_host.py", "{port}", "{home}/site"), tenth_data.budget),
    "semi": Application(
        "npm", ("@douyinfe/semi-ui@2.90.1", *_REACT), _FOLDER, built("semi", "semi.jsx")),
    "eui": Application(
        "npm", ("@elastic/eui@122.1.0", "@elastic/datemath@5.0.2",
                "@elastic/eui-theme-borealis@8.1.0", "@emotion/css@11.13.5",
                "@emotion/react@11.14.0", "moment@2.31.0", *_REACT, "--legacy-peer-deps"),
        _FOLDER, built("eui", "eui.jsx")),
    "fortunesheet": Application(
        "npm", ("@fortune-sheet/react@1.0.4", *_REACT), _FOLDER,
        built("fortunesheet", "fortunesheet.jsx")),
    "tdesign": _of_kit("tdesign", "tdesign-mobile-vue@1.14.1", "vue@3.5.45"),
    "arco": _of_kit("arco", "@arco-design/web-vue@2.59.0", "vue@3.5.45"),
    "scale": _of_kit("scale", "@telekom/scale-components@3.0.0-beta.161"),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "pgadmin-register": Screen(
        "pgadmin", steps=(("press", 54, 124), ("press", "text=Add New Server")),
        wait=f"{_TEXT}.includes('Office')"),
    "airflow-dags": Screen("airflow", "/dags", wait=f"{_TEXT}.includes('wash_bowls')"),
    "esphome": Screen("esphome", steps=(("press", 413, 205),), wait=_DEEP),
    "storybook": Screen("storybook", "/?path=/story/shop-button--plain"),
    "actual": Screen(
        "actual", steps=(("press", "text=Try the demo"), ("until", f"{_TEXT}.includes('Food')"),
                         ("hover", 330, 700)),
        wait=f"{_TEXT}.includes('Try the demo')"),
    "semi": Screen("semi", wait=_READY),
    "eui": Screen("eui", steps=(("press", "text=Options"),), wait=_READY),
    "fortunesheet": Screen("fortunesheet", wait=_READY),
    "tdesign": Screen("tdesign", viewport=PHONE, scale=2, wait=_READY),
    "arco-dialog": Screen("arco", wait=_READY),
    "scale": Screen("scale", wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(TENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(TENTH, SCREENS)
