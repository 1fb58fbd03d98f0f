"""A chat server with users who have written messages: `irc_host.py PORT`."""

import asyncio
import sys

SAID = {
    "#garden": ("Roses or beans this year", (
        ("bo", "Are the beans in yet? See https://example.org/beans"), ("cy", "since Monday"),
        ("bo", "ann: could you bring the small spade?"), ("dee", "I have two of them"))),
    "#kitchen": ("What to cook", (("dee", "soup again"),)),
}  # fmt: skip


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    nick = "ann"

    def say(*lines: str) -> None:
        writer.write("".join(f"{line}\r\n" for line in lines).encode())

    while line := (await reader.readline()).decode(errors="replace").strip():
        kind, _, rest = line.partition(" ")
        if kind == "NICK":
            nick = rest.lstrip(":")
        elif kind == "CAP" and rest.startswith("LS"):
            say(":host CAP * LS :")
        elif kind == "USER":
            say(f":host 001 {nick} :Welcome", f":host 005 {nick} NETWORK=Home PREFIX=(ov)@+ :are",
                f":host 376 {nick} :End")  # fmt: skip
        elif kind == "PING":
            say(f":host PONG host {rest}")
        elif kind == "JOIN":
            for name in rest.lstrip(":").split(" ")[0].split(","):
                topic, said = SAID.get(name, ("", ()))
                say(f":{nick}!a@b JOIN {name}", f":host 332 {nick} {name} :{topic}",
                    f":host 353 {nick} = {name} :@bo +cy dee {nick}",
                    f":host 366 {nick} {name} :End",
                    *(f":{who}!a@b PRIVMSG {name} :{text}" for who, text in said))  # fmt: skip


async def main(port: int) -> None:
    async with await asyncio.start_server(serve, "127.0.0.1", port) as server:
        await server.serve_forever()


asyncio.run(main(int(sys.argv[1])))
