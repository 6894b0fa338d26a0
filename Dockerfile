# The server of tables in the browser; see docs/web.md, "Behind a proxy".
FROM python:3.13-slim
COPY . /source
RUN pip install --no-cache-dir "/source[native,qr,web]" && rm -r /source
RUN useradd --create-home player && install --directory --owner player --mode 700 /tables
USER player
VOLUME /tables
EXPOSE 8042
ENTRYPOINT ["dominoes-rules", "web", "--no-browser", "--host", "0.0.0.0", "--tables", "/tables"]
