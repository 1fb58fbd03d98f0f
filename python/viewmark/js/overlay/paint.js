// Renders annotations onto images in the browser, which has fonts for every script, shapes Arabic and Devanagari, and
// orders bidirectional text. The built-in glyph atlas supports none of these.
//
// `image` is the base64 of the image without annotations; all numbers are px of that image. The code uses an
// ImageBitmap and canvases, but no image element and no blob URL, so that it works under any content security policy of
// the page.
({
  /**
   * Breaks texts into lines of at most `most` px and returns `[{lines, width, height, rtl}]`.
   * @param {any[]} texts
   * @param {number} most
   * @param {number} maxLines
   */
  measure(texts, most, maxLines) {
    /** @type {any} */ const ctx = new OffscreenCanvas(8, 8).getContext("2d");
    ctx.font = "500 14px system-ui, sans-serif";
    const wide = (/** @type {string} */ s) => ctx.measureText(s).width;
    const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const words = new Intl.Segmenter(undefined, { granularity: "word" });
    const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
    const LETTER = /\p{L}/u;
    const breakWord = (/** @type {string} */ word) => {
      const parts = [];
      let part = "";
      for (const { segment } of letters.segment(word)) {
        if (part && wide(part + segment) > most) {
          parts.push(part);
          part = "";
        }
        part += segment;
      }
      return [...parts, part];
    };
    const wrap = (/** @type {string} */ text) => {
      const lines = [];
      for (const paragraph of text.split("\n")) {
        let line = "";
        for (const { segment } of words.segment(paragraph)) {
          if (wide(line + segment.trimEnd()) <= most) {
            line += segment;
            continue;
          }
          if (line.trim()) lines.push(line.trimEnd());
          const parts = wide(segment) > most ? breakWord(segment) : [segment.trimStart()];
          lines.push(...parts.slice(0, -1));
          line = parts.at(-1) ?? "";
          if (lines.length > maxLines) break;
        }
        lines.push(line.trimEnd());
        if (lines.length > maxLines) break;
      }
      if (lines.length > maxLines) {
        lines.length = maxLines;
        let last = [...letters.segment(lines[maxLines - 1])].map((s) => s.segment);
        while (last.length > 0 && wide(`${last.join("")}…`) > most) last = last.slice(0, -1);
        lines[maxLines - 1] = `${last.join("").trimEnd()}…`;
      }
      return lines;
    };
    return texts.map((/** @type {any} */ text) => {
      const lines = wrap(text);
      const first = [...text].find((c) => LETTER.test(c)) ?? "";
      const width = Math.ceil(Math.max(8, ...lines.map(wide)));
      return { lines, width, height: lines.length * 18, rtl: RTL.test(first) };
    });
  },

  /**
   * Draws annotations on an image; each job produces one result with its own items, format, maximum number of base64
   * characters and, optionally, region to crop. `toDataURL` encodes synchronously. The blob encoders would wait until
   * the page is idle, up to a second on a busy page.
   * @param {string} image
   * @param {any[]} jobs
   */
  async paint(image, jobs) {
    const bytes = Uint8Array.from(atob(image), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    /** @type {any} */ const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const render = (/** @type {any} */ { items, crop }, /** @type {number} */ scale) => {
      const { x, y, width, height } = crop ?? whole;
      canvas.width = Math.max(1, Math.round(width * scale));
      canvas.height = Math.max(1, Math.round(height * scale));
      ctx.imageSmoothingQuality = "high";
      ctx.scale(scale, scale);
      ctx.translate(-x, -y);
      ctx.drawImage(bitmap, 0, 0);
      for (const item of items) draw(ctx, item);
    };
    const encode = (/** @type {string} */ format, /** @type {number | undefined} */ quality) => {
      const url = canvas.toDataURL(format === "png" ? "image/png" : "image/jpeg", quality);
      return url.slice(url.indexOf(",") + 1);
    };
    const make = (/** @type {any} */ job) => {
      const qualities = job.format === "png" ? [1] : [0.85, 0.7, 0.55, 0.4];
      let made = null;
      for (const scale of [1, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2]) {
        render(job, scale);
        for (const quality of qualities) {
          const data = encode(job.format, quality);
          const { width, height } = canvas;
          made = { data, width, height, scale, quality: Math.round(quality * 100) };
          if (data.length <= job.maxBase64) return made;
        }
      }
      return made;
    };
    const line = (/** @type {any} */ ctx, /** @type {any[]} */ points, /** @type {boolean} */ closed) => {
      ctx.beginPath();
      points.forEach(([px, py], /** @type {number} */ i) => (i === 0 ? ctx.moveTo(px, py) : ctx.lineTo(px, py)));
      if (closed) ctx.closePath();
    };
    const twoTone = (/** @type {any} */ ctx, /** @type {any} */ color, /** @type {boolean} */ dashed) => {
      ctx.lineJoin = ctx.lineCap = "round";
      ctx.setLineDash([]);
      ctx.strokeStyle = "rgba(255,255,255,.9)";
      ctx.lineWidth = 5;
      ctx.stroke();
      ctx.setLineDash(dashed ? [7, 5] : []);
      ctx.strokeStyle = color;
      ctx.lineWidth = 2.5;
      ctx.stroke();
      ctx.setLineDash([]);
    };
    const plate = (
      /** @type {any} */ ctx,
      /** @type {any} */ r,
      /** @type {string} */ fill,
      /** @type {string} */ edge,
    ) => {
      ctx.beginPath();
      ctx.roundRect(r.x, r.y, r.width, r.height, Math.min(6, r.height / 2));
      ctx.fillStyle = fill;
      ctx.fill();
      ctx.strokeStyle = edge;
      ctx.lineWidth = 1.5;
      ctx.stroke();
    };
    const draw = (/** @type {any} */ ctx, /** @type {any} */ item) => {
      const { kind, color, rect } = item;
      if (kind === "hide") {
        ctx.fillStyle = color;
        ctx.fillRect(rect.x, rect.y, rect.width, rect.height);
      } else if (kind === "box") {
        line(
          ctx,
          [
            [rect.x, rect.y],
            [rect.x + rect.width, rect.y],
            [rect.x + rect.width, rect.y + rect.height],
            [rect.x, rect.y + rect.height],
          ],
          true,
        );
        ctx.fillStyle = `${color}1a`;
        ctx.fill();
        twoTone(ctx, color, item.dashed);
      } else if (kind === "line") {
        line(ctx, item.points, false);
        twoTone(ctx, color, item.dashed);
        if (item.tip) {
          const [tx, ty] = item.points.at(-1);
          const [fx, fy] = item.points.at(-2);
          const angle = Math.atan2(ty - fy, tx - fx);
          const side = (/** @type {number} */ turn) => [
            tx - 15 * Math.cos(angle + turn),
            ty - 15 * Math.sin(angle + turn),
          ];
          line(ctx, [[tx, ty], side(0.45), side(-0.45)], true);
          twoTone(ctx, color, false);
          ctx.fillStyle = color;
          ctx.fill();
        }
      } else if (kind === "leader") {
        line(ctx, item.points, false);
        ctx.strokeStyle = color;
        ctx.lineWidth = 1.5;
        ctx.stroke();
      } else if (kind === "badge") {
        plate(ctx, rect, color, "#fff");
        ctx.fillStyle = "#fff";
        ctx.font = "700 14px system-ui, sans-serif";
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.direction = "ltr";
        ctx.fillText(item.text, rect.x + rect.width / 2, rect.y + rect.height / 2 + 1);
      } else if (kind === "note") {
        plate(ctx, rect, "#fff", color);
        ctx.fillStyle = "#16181d";
        ctx.font = "500 14px system-ui, sans-serif";
        ctx.textBaseline = "alphabetic";
        ctx.direction = item.rtl ? "rtl" : "ltr";
        ctx.textAlign = item.rtl ? "right" : "left";
        const left = item.rtl ? rect.x + rect.width - 8 : rect.x + 8;
        item.lines.forEach((/** @type {any} */ words, /** @type {number} */ i) =>
          ctx.fillText(words, left, rect.y + 19 + i * 18),
        );
      }
    };
    try {
      return jobs.map(make);
    } finally {
      bitmap.close();
    }
  },
});
