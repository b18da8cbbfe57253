(() => {
  const root = document.documentElement, button = document.getElementById('theme');
  const dark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const name = () => { button.textContent = dark() ? 'Light' : 'Dark'; };
  button.hidden = false; name();
  button.onclick = () => { root.dataset.theme = dark() ? 'light' : 'dark'; name(); };
  // A copied picture must contain its own colours.
  const alone = svg => {
    const copy = svg.cloneNode(true), from = svg.querySelectorAll('*'), to = copy.querySelectorAll('*');
    from.forEach((node, at) => {
      const style = getComputedStyle(node);
      for (const key of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'text-anchor']) to[at].style.setProperty(key, style.getPropertyValue(key));
      to[at].removeAttribute('class');
    });
    copy.style.background = getComputedStyle(svg.closest('figure')).backgroundColor;
    return new XMLSerializer().serializeToString(copy);
  };
  const said = (button, text) => { const before = button.textContent; button.textContent = text; setTimeout(() => { button.textContent = before; }, 1200); };
  document.querySelectorAll('figure').forEach((figure, at) => {
    const svg = figure.querySelector('svg'); if (!svg) return;
    const tools = document.createElement('div'); tools.className = 'tools';
    const copy = document.createElement('button'), save = document.createElement('button');
    copy.textContent = 'Copy SVG'; save.textContent = 'Save SVG';
    copy.onclick = () => navigator.clipboard ? navigator.clipboard.writeText(alone(svg)).then(() => said(copy, 'Copied'), () => said(copy, 'Not allowed here')) : said(copy, 'Not allowed here');
    save.onclick = () => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob([alone(svg)], { type: 'image/svg+xml' })); link.download = `figure-${at + 1}.svg`; link.click(); URL.revokeObjectURL(link.href); };
    tools.append(copy, save); figure.append(tools);
  });
})();
