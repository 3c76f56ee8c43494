// A drawing as the text of a file: colours of the theme are written into it, because a picture knows no style sheet.
const WRITTEN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'fill-opacity'] as const

export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const own = [drawing, ...drawing.querySelectorAll('*')]
  const copied = [copy, ...copy.querySelectorAll('*')]
  for (const [at, element] of own.entries()) {
    const style = getComputedStyle(element)
    for (const name of WRITTEN) copied[at]?.setAttribute(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('style', `background:${getComputedStyle(document.body).backgroundColor}`)
  return new XMLSerializer().serializeToString(copy)
}
