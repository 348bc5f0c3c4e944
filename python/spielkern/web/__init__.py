"""The games in a browser: `spielkern serve`. What it needs beside spielkern comes with the extra `web`.

- protocol: what browsers and the server say to one another
- room: a match, who may play it, and what happened; states: what a seat may see of it
- storage: rooms on the disk
- rooms: all rooms - who is connected, what is kept, when the computer thinks; session: one connection
- limits: how much, how often and how long; choices: which options of the games are offered
- app: pages, requests and the WebSocket; serving: the server itself
- pictures, rules_page: boards and the rules guide for a page
- static/: the page, plain modules without a build step
"""

from __future__ import annotations
