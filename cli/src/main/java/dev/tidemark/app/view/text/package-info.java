/// Layout of text: styled lines, columns, frames, local times.
package dev.tidemark.app.view.text;
