import { color, gradient, type Motif } from './canvas.ts'

const { sin, cos, abs, hypot, PI } = Math

/** A wood in layers, paler with distance, under a moon. */
export function wood(layers: number, treeWidth: number): Motif {
  const sky = gradient('#12352f', '#3f7f68', '#b9dcb4')
  const shade = gradient('#6fae8f', '#0b1f1a')
  const moon = color('#f6f2d4')
  const triangle = (at: number) => abs(2 * (at - Math.floor(at)) - 1)
  return (x, y) => {
    for (let layer = layers; layer >= 1; layer--) {
      const width = treeWidth * (0.4 + (0.6 * layer) / layers)
      const hill = 0.38 + (0.42 * layer) / layers + 0.05 * sin(x * 2.3 + layer * 1.7)
      const trees = triangle(x / width + layer * 0.37) + 0.5 * triangle(x / width / 0.53 + layer * 0.71)
      if (y > hill - trees * width * 0.75) return shade(layer / layers)
    }
    return hypot(x - 0.18, y - 0.24) < 0.11 ? moon : sky(y * 1.25)
  }
}

/** Sheets of coloured paper, cut along soft waves. */
export function sheets(zoom: number): Motif {
  const papers = ['#123047', '#1d5c72', '#3f9a94', '#a9d0b3', '#f3e7c9', '#f4b183', '#e0735c'].map(color)
  return (x, y) => {
    const [u, v] = [x * zoom, y * zoom]
    const field = sin(2.1 * u + 1.3 * sin(1.7 * v)) + sin(1.9 * v - 0.8 * u + 1.1 * sin(2.3 * u + 0.5)) + 0.2
    const level = Math.min(0.999, Math.max(0, 0.5 + field / 3.6)) * papers.length
    const edge = level < papers.length - 1 ? Math.max(0, (level % 1) - 0.85) : 0
    const light = 1 - edge * 1.6
    const [r, g, b] = papers[Math.floor(level)] ?? [0, 0, 0]
    return [r * light, g * light, b * light]
  }
}

/** A Julia set. */
export function julia(zoom: number, centerX: number, centerY: number): Motif {
  const palette = gradient('#0b1d33', '#1f5f78', '#58a4a0', '#f7e7c6', '#f0a868', '#c75d4d', '#3a1c3f')
  return (x, y) => {
    let [re, im] = [centerX + x * zoom, centerY + (y - 0.5) * zoom]
    for (let step = 0; step < 140; step++) {
      const size = re * re + im * im
      if (size > 64) return palette(((step + 1 - Math.log2(Math.log2(size) / 2)) / 60) ** 0.6)
      ;[re, im] = [re * re - im * im - 0.8, 2 * re * im + 0.156]
    }
    return palette(1)
  }
}

/** The pattern of the sample video: five waves around one centre. */
export function star(zoom: number): Motif {
  const palette = gradient(
    ...['#0e1f3a', '#0e1f3a', '#16325c', '#16325c', '#e9c46a', '#1d6a72', '#1d6a72'],
    ...['#2a8f8a', '#f3dfae', '#b5523b', '#b5523b', '#f4e9d4', '#f4e9d4'],
  )
  const directions = [0, 1, 2, 3, 4].map((index) => {
    const angle = (index * 2 * PI) / 5 + PI / 2
    return [zoom * cos(angle), zoom * sin(angle)] as const
  })
  return (x, y) => {
    let sum = 0
    for (const [kx, ky] of directions) sum += cos(x * kx + (y - 0.5) * ky)
    return palette(0.5 + (sum * 24) / 255)
  }
}

/** A square, a circle and a triangle, in turn and again. */
export function shapes(spacing: number): Motif {
  const [paper, square, circle, triangle] = ['#f2e8d5', '#7fb3a8', '#e76f51', '#e9c46a'].map(color)
  const ground = color('#22333b')
  return (x, y) => {
    const place = x / spacing + 0.5
    const kind = ((Math.floor(place) % 3) + 3) % 3
    const u = (place - Math.floor(place) - 0.5) * spacing
    if (abs(y - 0.8) < 0.025) return ground
    if (kind === 0 && hypot(u, y - 0.48) < 0.27 && circle) return circle
    if (kind === 1 && y < 0.8 && y > 0.22 && abs(u) < (y - 0.22) * 0.6 && triangle) return triangle
    if (kind === 2 && abs(u) < 0.24 && abs(y - 0.5) < 0.24 && square) return square
    return paper ?? ground
  }
}

/** The sun behind rows of waves like fish scales. */
export function waves(radius: number): Motif {
  const sky = gradient('#f08080', '#f8c08c', '#fbe3b8')
  const ring = ['#17405c', '#f1ead6', '#1f6f8b', '#f1ead6', '#17405c'].map(color)
  const sun = color('#fff3d6')
  return (x, y) => {
    const rowHeight = radius / 2
    const firstRow = 0.62
    // The lowest row that covers a place lies over those behind it.
    for (let row = Math.ceil((1 - firstRow) / rowHeight) + 2; row >= 0; row--) {
      const center = firstRow + row * rowHeight + radius / 2
      const shift = row % 2 === 0 ? 0 : radius
      const u = x - shift - Math.round((x - shift) / (2 * radius)) * 2 * radius
      const distance = hypot(u, y - center) / radius
      if (distance < 1 && y <= center) return ring[Math.min(4, Math.floor((1 - distance) * 5))] ?? sun
    }
    return hypot(x, y - 0.42) < 0.24 ? sun : sky(y * 1.4)
  }
}
